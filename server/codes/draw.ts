import { PNG } from "pngjs";
import QRCode from "qrcode";
import { ADVANCE, dotsOf, HEIGHT } from "./font";
import { WORD_BASELINE, wordOf, type Word, type WordLanguage, type WordName } from "./picture-words";

const WIDTH = 720;
const EDGE = 30;
const GAP = 24;
/** White modules around the code, as scanners expect. */
const QUIET = 4;
/** Maximum text size of the title and of the lines, in pixels per dot of the font. */
const TITLE_DOT = 7;
const LINE_DOT = 4;
/** Pixels between a word and what comes next to it. */
const SPACE = 16;

/** A part of a line: a word in the member's language, or a text. Characters that `font.ts` lacks are left blank. */
export type Part = { word: WordName } | string;

/** The content of a QR picture. */
export interface QrPicture {
  /** Text of the code. */
  payload: string;
  locale: WordLanguage;
  /** Above the code, as large as fits. */
  title: Part[];
  /** Below the code. */
  lines: Part[][];
}

/** A line of known size; `draw` takes its top edge and a function that blackens a square of pixels. */
interface Line {
  height: number;
  draw(top: number, square: (x: number, y: number, length: number) => void): void;
}

/** Sets a line: texts as large as fits beside the words, all on one baseline. */
function setLine(parts: Part[], locale: WordLanguage, largest: number): Line {
  const set = parts.map((part) => (typeof part === "string" ? part : wordOf(part.word, locale)));
  const words = set.filter((part): part is Word => typeof part !== "string");
  const taken = words.reduce((sum, { width }) => sum + width, 0) + SPACE * (set.length - 1);
  const letters = set.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0);
  const scale = Math.max(1, Math.min(largest, Math.floor((WIDTH - 2 * EDGE - taken) / (letters * ADVANCE || 1))));
  const ascent = Math.max(letters > 0 ? scale * (HEIGHT - 1) : 0, words.length > 0 ? WORD_BASELINE : 0);
  const descent = Math.max(scale, ...words.map(({ height }) => height - WORD_BASELINE));
  return {
    height: ascent + descent,
    draw(top, square) {
      let left = Math.floor((WIDTH - taken - letters * ADVANCE * scale) / 2);
      const baseline = top + ascent;
      for (const part of set) {
        if (typeof part === "string") {
          const y = baseline - scale * (HEIGHT - 1);
          for (const [column, row] of dotsOf(part)) square(left + column * scale, y + row * scale, scale);
          left += part.length * ADVANCE * scale + SPACE;
        } else {
          for (let y = 0; y < part.height; y += 1)
            for (let x = 0; x < part.width; x += 1)
              if (part.isBlack(x, y)) square(left + x, baseline - WORD_BASELINE + y, 1);
          left += part.width + SPACE;
        }
      }
    },
  };
}

/** Draws a QR code from its text as a PNG, with a title and lines for the payer. */
export function drawQrPicture({ payload, locale, title, lines }: QrPicture): Buffer {
  const { size, data } = QRCode.create(payload, { errorCorrectionLevel: "M" }).modules;
  const module = Math.floor((WIDTH - 2 * EDGE) / (size + 2 * QUIET));
  const side = module * size;
  const head = setLine(title, locale, TITLE_DOT);
  const foot = lines.map((line) => setLine(line, locale, LINE_DOT));
  const top = EDGE + head.height + module * QUIET;
  const below = top + side + module * QUIET;
  const height = below + foot.reduce((sum, line) => sum + line.height + GAP, EDGE);

  const points = Buffer.alloc(WIDTH * height, 255);
  const square = (x: number, y: number, length: number) => {
    for (let row = y; row < y + length; row += 1) points.fill(0, row * WIDTH + x, row * WIDTH + x + length);
  };

  head.draw(EDGE, square);
  const left = Math.floor((WIDTH - side) / 2);
  for (let at = 0; at < size * size; at += 1) {
    if (data[at]) square(left + (at % size) * module, top + Math.floor(at / size) * module, module);
  }
  let y = below;
  for (const line of foot) {
    line.draw(y, square);
    y += line.height + GAP;
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
