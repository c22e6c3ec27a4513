import { toPng } from "../slips/picture";

const WIDTH = 320;
const HEIGHT = 200;

/** A file that support sends: a picture in one colour, or a video of no length. */
export function drawSample(kind: "image" | "video"): Buffer {
  if (kind === "video") return Buffer.from("000000186674797069736f6d0000020069736f6d6d703431", "hex");
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, Buffer.from("2a6a9eff", "hex"));
  return toPng({ width: WIDTH, height: HEIGHT, data });
}
