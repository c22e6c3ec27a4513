/** Colours of slices. They are the operator's, and its text may be unreadable on them. */

type Rgb = readonly [red: number, green: number, blue: number];

/** Ratio that text of this size needs (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** Ink, white, and black for the few colours on which neither of them can be read. */
const TEXTS = ["#13202b", "#fff", "#000"];

/** Used in turn for slices whose colour cannot be read. */
const FALLBACKS = ["#f2a62b", "#1c4f7e", "#f6f4ef", "#17626d"];

/** The names that operators type; other CSS names count as unreadable. */
const NAMED: Record<string, string> = {
  black: "#000",
  blue: "#00f",
  gold: "#ffd700",
  gray: "#808080",
  green: "#008000",
  orange: "#ffa500",
  pink: "#ffc0cb",
  purple: "#800080",
  red: "#f00",
  silver: "#c0c0c0",
  white: "#fff",
  yellow: "#ff0",
};

/** Reads `#rgb`, `#rrggbb`, both with an alpha that is ignored, `rgb(…)` and common names; null for anything else. */
function rgbOf(text: string): Rgb | null {
  const plain = text.trim().toLowerCase();
  const colour = NAMED[plain] ?? plain;
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*[\d.]+%?\s*)?\)$/
    .exec(colour)
    ?.slice(1)
    .map(Number);
  if (parts) return parts.every((part) => part <= 255) ? (parts as unknown as Rgb) : null;
  const [, hex] = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(colour) ?? [];
  if (!hex) return null;
  const long = hex.length < 6 ? hex.replace(/./g, "$&$&") : hex;
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** Relative luminance, 0 to 1. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** The colours that slice number `index` is drawn with. Its own text colour is kept if it can be read. */
export function sliceColours(
  slice: { bgColor: string; textColor: string },
  index: number,
): { fill: string; text: string } {
  const fill = rgbOf(slice.bgColor) ?? rgbOf(FALLBACKS[index % FALLBACKS.length]!)!;
  const texts = [slice.textColor, ...TEXTS].map(rgbOf).filter((rgb) => rgb !== null);
  const text = texts.find((rgb) => contrast(fill, rgb) >= READABLE)!;
  return { fill: hexOf(fill), text: hexOf(text) };
}
