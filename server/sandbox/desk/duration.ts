export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

const UNITS = [
  [24 * HOUR, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
] as const;

/** Milliseconds in plain units: `90 seconds`. */
export function duration(ms: number): string {
  const [size, unit] = UNITS.find(([size]) => ms >= size && ms % size === 0) ?? [1, "millisecond"];
  const count = ms / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
