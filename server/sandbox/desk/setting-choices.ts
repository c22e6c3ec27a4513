/** A switch in the words of the desk. */
export interface Setting<T = unknown> {
  label: string;
  help: string;
  /** Values to choose from, with their texts. */
  choices: readonly (readonly [value: T, text: string])[];
}

export const yesNo = (on: string, off: string) => [[false, off] as const, [true, on] as const];
export const WORKS = yesNo("does not work", "works");
export const percents = (...all: number[]) => all.map((percent) => [percent, `${percent} %`] as const);
