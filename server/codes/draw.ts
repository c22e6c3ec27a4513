import { PNG } from "pngjs";
import QRCode from "qrcode";
import { ADVANCE, dotsOf, HEIGHT } from "./font";

const WIDTH = 720;
const EDGE = 30;
const GAP = 24;
/** White modules around the code, as scanners expect. */
const QUIET = 4;
/** Maximum text size of the title and of the lines, in pixels per dot of the font. */
const TITLE_DOT = 7;
const LINE_DOT = 4;

/** The content of a QR picture. */
export interface QrPicture {
  /** Text of the code. */
  payload: string;
  /** Above the code, as large as fits. Characters that `font.ts` lacks are left blank. */
  title: string;
  /** Below the code. */
  lines: string[];
}

/** Draws a QR code from its text as a PNG, with a title and lines for the payer. */
export function drawQrPicture({ payload, title, lines }: QrPicture): Buffer {
  const { size, data } = QRCode.create(payload, { errorCorrectionLevel: "M" }).modules;
  const module = Math.floor((WIDTH - 2 * EDGE) / (size + 2 * QUIET));
  const side = module * size;
  const texts = [{ text: title, max: TITLE_DOT }, ...lines.map((text) => ({ text, max: LINE_DOT }))].map((line) => ({
    ...line,
    scale: Math.max(1, Math.min(line.max, Math.floor((WIDTH - 2 * EDGE) / (line.text.length * ADVANCE || 1)))),
  }));
  const [head, ...foot] = texts as [(typeof texts)[number], ...typeof texts];
  const top = EDGE + head.scale * HEIGHT + module * QUIET;
  const below = top + side + module * QUIET;
  const height = below + foot.reduce((sum, { scale }) => sum + scale * HEIGHT + GAP, EDGE);

  const points = Buffer.alloc(WIDTH * height, 255);
  const square = (x: number, y: number, length: number) => {
    for (let row = y; row < y + length; row += 1) points.fill(0, row * WIDTH + x, row * WIDTH + x + length);
  };
  const write = ({ text, scale }: (typeof texts)[number], y: number) => {
    const left = Math.floor((WIDTH - text.length * ADVANCE * scale) / 2);
    for (const [column, row] of dotsOf(text)) square(left + column * scale, y + row * scale, scale);
  };

  write(head, EDGE);
  const left = Math.floor((WIDTH - side) / 2);
  for (let at = 0; at < size * size; at += 1) {
    if (data[at]) square(left + (at % size) * module, top + Math.floor(at / size) * module, module);
  }
  let y = below;
  for (const line of foot) {
    write(line, y);
    y += line.scale * HEIGHT + GAP;
  }
  const gray = { colorType: 0, inputColorType: 0, inputHasAlpha: false } as const;
  const png = new PNG({ width: WIDTH, height, ...gray });
  png.data = points;
  return PNG.sync.write(png, gray);
}

/** A QR code for `text` as an SVG in a `data:` address. */
export async function drawQrImage(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: QUIET });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
