import type { Step } from "./videos";

const two = (value: number) => String(value).padStart(2, "0");

/** Seconds as WebVTT writes them: `00:01:05.000`. */
function stamp(seconds: number) {
  const thousandths = Math.round(seconds * 1000);
  const whole = Math.floor(thousandths / 1000);
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(":");
  return `${clock}.${String(thousandths % 1000).padStart(3, "0")}`;
}

/** In WebVTT, an empty line ends a caption and these signs begin a tag. */
const escaped = (text: string) =>
  text.replace(/\s+/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The steps of a video as WebVTT captions: each is shown until the next begins. Null if a step has no time.
 * @param seconds length of the video
 */
export function captionsOf(steps: readonly Step[], seconds: number): string | null {
  const cues: string[] = [];
  for (const [index, { at, text }] of steps.entries()) {
    if (at === null) return null;
    cues.push(`${stamp(at)} --> ${stamp(steps[index + 1]?.at ?? seconds)}\n${escaped(text)}`);
  }
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}
