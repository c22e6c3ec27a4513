/** Where things are on the wheel. Its centre is 0, 0; the first slice is at the top, the others follow clockwise. */

/** Radius of the slices. The whole drawing is 400 wide. */
export const DISC = 181;
/** Labels keep between the button in the centre and the tip of the pointer, and their corners inside the disc. */
export const LABELS = { from: 66, to: 152, corner: 172 };

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Degrees at which slice number `index` of `count` is, clockwise from the top, on a wheel that is turned by `rest`. */
export const placeOf = (index: number, count: number, rest: number): number =>
  Math.round((((index * 360) / count + rest) % 360) * 100) / 100;

/** The outline of a slice that points up, one of `count`; a single one is the whole disc. */
export function slicePath(count: number): string {
  if (count === 1) return `M0-${DISC}a${DISC} ${DISC} 0 1 1-.1 0z`;
  const half = Math.PI / count;
  const [x, y] = [rounded(DISC * Math.sin(half)), rounded(-DISC * Math.cos(half))];
  return `M0 0L${-x} ${y}A${DISC} ${DISC} 0 0 1 ${x} ${y}z`;
}

/** Degrees by which the wheel is turned clockwise when slice number `index` is at the pointer: 0 to below 360. */
export const restOf = (index: number, count: number): number =>
  rounded(((((count - index) % count) * 360) / count) * 100) / 100;

/** How the wheel turns to where it rests. */
export interface Turn {
  /** Degrees, two or three full turns included. */
  degrees: number;
  ms: number;
}

/**
 * The turn to `rest`: two or three full turns more, in a tenth of 4,000 to 5,000 ms for each. Both follow from the
 * reference of the spin, so that it looks the same wherever it is shown.
 */
export function turnOf(reference: string, rest: number): Turn {
  let hash = 0;
  for (const letter of reference) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  const turns = 2 + (hash % 2);
  return { degrees: turns * 360 + rest, ms: Math.round((4000 + (hash % 1001)) * turns * 0.1) };
}
