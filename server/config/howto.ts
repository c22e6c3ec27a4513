import { readFileSync } from "node:fs";
import { z } from "zod";
import { isContentHost } from "./hosts";
import clips from "./howto-clips.json";
import type { RawSettings } from "./settings";

/** The five tutorial videos, in the order of the page. */
export const HOWTO_NAMES = ["wallet", "play", "balance", "bonus", "cancel-bonus"] as const;
export type HowtoName = (typeof HOWTO_NAMES)[number];

/** A part of a video: chapter, caption and paragraph of the transcript at once. `at`: seconds from its begin. */
export interface HowtoStep {
  at: number;
  title: string;
  text: string;
}

export interface HowtoVideo {
  /** Addresses of an MP4 file and of a picture. */
  src: string;
  poster?: string;
  bytes: number;
  seconds: number;
  /** Of the picture, in CSS pixels. */
  width: number;
  height: number;
  /** When the steps of the app's own text begin, in seconds, if the video shows them. */
  times?: number[];
  /** The operator's own steps, instead of the app's text. */
  steps?: { th: HowtoStep[]; la: HowtoStep[]; en: HowtoStep[] };
}

/** The videos that there are. Of the others, pages have the text. */
export type HowtoVideos = Readonly<Partial<Record<HowtoName, HowtoVideo>>>;

const address = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.protocol === "https:" && !url.username && !url.hash && isContentHost(url.host);
}, "expected an https address");
const whole = (most: number) =>
  z.number(`expected a whole number from 1 to ${most}`).int().min(1).max(most, `expected ${most} at most`);

const Steps = z
  .array(
    z.strictObject({
      at: z.number("expected seconds").min(0, "expected seconds"),
      title: z.string("expected a text").min(1).max(120),
      text: z.string("expected a text").min(1).max(1000),
    }),
  )
  .min(1)
  .max(40)
  .refine((steps) => steps.every(({ at }, index) => index === 0 || at > steps[index - 1]!.at), {
    error: "expected every step to begin after the one before",
  });

const Video = z
  .strictObject({
    src: address,
    poster: address.optional(),
    bytes: whole(500_000_000),
    seconds: whole(7200),
    width: whole(4096).default(640),
    height: whole(4096).default(360),
    steps: z.strictObject({ th: Steps, la: Steps, en: Steps }).optional(),
  })
  .refine(({ seconds, steps }) => Object.values(steps ?? {}).every((all) => all.at(-1)!.at < seconds), {
    path: ["steps"],
    error: "expected every step to begin before the video ends",
  });

const Videos = z.strictObject(
  Object.fromEntries(HOWTO_NAMES.map((name) => [name, Video.optional()])) as Record<
    HowtoName,
    z.ZodOptional<typeof Video>
  >,
);

/**
 * The tutorial videos of `HOWTO_VIDEOS`, which is JSON or the path of a JSON file, and the faults in it, which never have
 * its values. Without the setting the sandbox has clips of this app, and a real operator has none.
 */
export function readHowto({ HOWTO_VIDEOS: setting, OPERATOR_API_URL }: RawSettings) {
  const faults: string[] = [];
  const videos = setting === undefined ? (OPERATOR_API_URL ? {} : clips) : videosOf(setting, faults);
  return { videos: videos as HowtoVideos, faults };
}

function videosOf(setting: string, faults: string[]): HowtoVideos {
  let content: unknown;
  try {
    content = JSON.parse(setting.startsWith("{") ? setting : readFileSync(setting, "utf8"));
  } catch (error) {
    faults.push(
      `HOWTO_VIDEOS: expected JSON, or a JSON file${error instanceof SyntaxError ? "" : " that can be read"}`,
    );
    return {};
  }
  const parsed = Videos.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    faults.push(`HOWTO_VIDEOS: at ${path.join(".") || "the top"}: ${message}`);
  return {};
}
