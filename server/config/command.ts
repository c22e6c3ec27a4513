import { parseArgs } from "node:util";
import type { Config } from "./config";

/** Exit codes of commands, as in `sysexits.h`. */
export const EXIT = { usage: 64, data: 65, noInput: 66, cannotCreate: 73, busy: 75, settings: 78 } as const;

/** A command cannot do what it was asked to do. The message is a sentence for the operator. */
export class Refusal extends Error {
  constructor(
    readonly reason: keyof typeof EXIT,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** A command beside the product. Arguments are checked before the settings are read. */
export type Command = (args: string[], settings: () => Config, print: (line: string) => void) => Promise<void>;

/**
 * The options of a command line, by name; flags are `"1"`.
 * @param known the names, and whether each takes a value
 * @throws Refusal if there are others, or a value is missing
 */
export function optionsOf<N extends string>(
  args: string[],
  known: Record<N, "value" | "flag">,
  usage: string,
): Partial<Record<N, string>> {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [
      name,
      { type: kind === "flag" ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const parsed = orNull(() => parseArgs({ args, options, strict: true, allowPositionals: false }));
  const values = Object.entries(parsed?.values ?? {}).map(([name, value]) => [name, value === true ? "1" : value]);
  if (!parsed || values.some(([, value]) => value === ""))
    throw new Refusal("usage", `These arguments are not understood. Usage: ${usage}`);
  return Object.fromEntries(values) as Partial<Record<N, string>>;
}

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
