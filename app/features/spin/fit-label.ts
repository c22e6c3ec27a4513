import { LABELS } from "./geometry";

/** How a label stands on its slice. Lengths are in units of the drawing. */
export interface FittedLabel {
  lines: string[];
  size: number;
  /** Along the radius, from the centre outwards; otherwise across it. */
  radial: boolean;
  /** Distance between lines. */
  leading: number;
  /** Across: radius of the middle of the block. Along: where the lines end. */
  at: number;
}

const LARGEST = 20;
const SMALLEST = 11;
const MOST_LINES = 3;
const MOST_CHARACTERS = 40;

const words = new Intl.Segmenter("th", { granularity: "word" });
const letters = new Intl.Segmenter("th", { granularity: "grapheme" });
const segments = (segmenter: Intl.Segmenter, text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/** Widths of bold letters for a font size of 1, by kind; a little more than in the usual fonts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/\p{Mn}/u, 0],
  [/[\s.,:;!|'iIjlt()]/u, 0.36],
  [/[\p{Script=Thai}\p{Script=Lao}]/u, 0.64],
  [/[mwMW%@]/u, 0.95],
  [/\p{Lu}/u, 0.72],
  [/[\p{Script=Latin}\p{Nd}\p{Sc}+\-−]/u, 0.61],
];

const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? 1.05), 0);

/** A line of a label and its width for a font size of 1. */
interface Line {
  text: string;
  width: number;
}

const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}]/u;

/** The parts that a line may hold: a line ends at a space, or between two words of Thai or Lao, which have no spaces. */
const wordsOf = (text: string) =>
  segments(words, text).reduce<string[]>((found, part) => {
    const before = found.at(-1) ?? " ";
    const isApart = /\s$/.test(before) || (UNSPACED.test(before.at(-1)!) && UNSPACED.test(part[0]!));
    return isApart ? [...found, part] : [...found.slice(0, -1), before + part];
  }, []);

/** All ways to break the words into this many lines. */
function breaks(tokens: readonly Line[], count: number): Line[][] {
  if (count === 1) return [[joined(tokens)]];
  return tokens
    .slice(1)
    .flatMap((_, at) =>
      breaks(tokens.slice(at + 1), count - 1).map((rest) => [joined(tokens.slice(0, at + 1)), ...rest]),
    );
}

const joined = (tokens: readonly Line[]): Line => ({
  text: tokens
    .map(({ text }) => text)
    .join("")
    .trim(),
  width: tokens.reduce((sum, { width }) => sum + width, 0),
});

const longest = (lines: readonly Line[]) => Math.max(...lines.map(({ width }) => width));

/** The break whose longest line is the shortest. */
const balanced = (tokens: readonly Line[], count: number): Line[] | undefined =>
  breaks(tokens, count)
    .filter((lines) => lines.every(({ text }) => text !== ""))
    .sort((one, other) => longest(one) - longest(other))[0];

/** Whether a block of lines across the slice fits with its middle at this radius. */
function fitsAcross(widths: number[], leading: number, at: number, half: number): boolean {
  return widths.every((width, line) => {
    const middle = at + ((widths.length - 1) / 2 - line) * leading;
    const [inner, outer] = [middle - leading / 2, middle + leading / 2];
    const room = half >= Math.PI / 2 ? Infinity : inner * Math.tan(half);
    const isInside = inner >= LABELS.from && outer <= LABELS.to && Math.hypot(width / 2, outer) <= LABELS.corner;
    return isInside && width / 2 <= room;
  });
}

/** Radii to try for labels across, the best-looking first. */
const MIDDLES = [118, 126, 110, 134, 102, 140, 94];

/** From this many slices on, labels are longer than a slice is wide. */
const ALONG_FROM = 10;

function fitted(lines: readonly Line[], size: number, count: number): FittedLabel | null {
  const half = Math.PI / count;
  const texts = lines.map(({ text }) => text);
  const leading = size * (UNSPACED.test(texts.join("")) ? 1.35 : 1.15);
  const widths = lines.map(({ width }) => width * size);
  const across = count < ALONG_FROM ? MIDDLES.find((at) => fitsAcross(widths, leading, at, half)) : undefined;
  if (across !== undefined) return { lines: texts, size, leading, radial: false, at: across };
  const inner = LABELS.to - Math.max(...widths);
  const fitsAlong = inner >= LABELS.from && (leading * lines.length) / 2 <= inner * Math.tan(half);
  return fitsAlong ? { lines: texts, size, leading, radial: true, at: LABELS.to } : null;
}

/** The largest that fits; null if none does. */
function largest(text: string, count: number): FittedLabel | null {
  const tokens = wordsOf(text).map((word) => ({ text: word, width: widthOf(word) }));
  const layouts = Array.from({ length: MOST_LINES }, (_, index) => balanced(tokens, index + 1) ?? []);
  for (let size = LARGEST; size >= SMALLEST; size -= 1)
    for (const lines of layouts.filter(({ length }) => length > 0)) {
      const found = fitted(lines, size, count);
      if (found) return found;
    }
  return null;
}

/** Fits a label on one of `count` slices: as large as possible, in up to three lines, shortened if it must be. */
export function fitLabel(label: string, count: number): FittedLabel {
  const all = segments(letters, label.trim().replace(/\s+/g, " "));
  const whole = all.length <= MOST_CHARACTERS ? largest(all.join(""), count) : null;
  if (whole) return whole;
  let found: FittedLabel = { lines: [], size: SMALLEST, leading: SMALLEST, radial: false, at: 0 };
  let length = 0;
  for (let step = 32; step >= 1; step /= 2) {
    const text = all
      .slice(0, length + step)
      .join("")
      .trim();
    const next = length + step < all.length ? largest(`${text}…`, count) : null;
    if (next) [length, found] = [length + step, next];
  }
  return found;
}
