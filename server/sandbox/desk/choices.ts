/** The parts that settings of the desk are made of. */
/** A switch in the words of the desk. */
export interface Setting<T = unknown> {
  label: string;
  help: string;
  /** Values to choose from, with their texts. */
  choices: readonly (readonly [value: T, text: string])[];
}

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

export const yesNo = (on: string, off: string) => [[false, off] as const, [true, on] as const];
export const WORKS = yesNo("does not work", "works");
export const after = (zero: string, ...delays: number[]) => [
  [0, zero] as const,
  ...delays.map((ms) => [ms, `after ${duration(ms)}`] as const),
];
export const lasts = (...times: number[]) => times.map((ms) => [ms, duration(ms)] as const);
export const atMost = (...counts: number[]) => [
  [0, "no limit"] as const,
  ...counts.map((count) => [count, `${count} a minute`] as const),
];
export const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  const text = `${String(Math.floor(index / 2)).padStart(2, "0")}:${index % 2 ? "30" : "00"}`;
  return [text, text] as const;
});
export const codes = (none: string, list: readonly string[]): [string[], string][] => [
  [[], none],
  ...list.map((code): [string[], string] => [[code], code]),
];
export const percents = (...all: number[]) => all.map((percent) => [percent, `${percent} %`] as const);
