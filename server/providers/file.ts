import { readFileSync } from "node:fs";
import { z } from "zod";
import { AUTO_CALLS, NOTICED, PROVIDERS, SPORT, type AutoCall, type Provider, type Providers } from "./table";

const Host = z
  .string()
  .regex(
    /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
    "expected a host name in small letters, such as games.example",
  );
const Name = z.string().regex(/^[\w$.:-]{1,80}$/, "expected the name of a field");

const Common = {
  hosts: z.array(Host).min(1).optional(),
  host: Host.refine((host) => !host.startsWith("*"), "expected one host").optional(),
  notice: z.string().min(1).max(1000).optional(),
};

const Entry = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("auto"), call: z.enum(Object.keys(AUTO_CALLS) as [AutoCall]), ...Common }),
  z.strictObject({ kind: z.literal("form"), username: Name, password: Name, event: z.boolean().optional(), ...Common }),
  z
    .strictObject({ kind: z.literal("link"), username: Name.optional(), password: Name.optional(), ...Common })
    .refine(({ username, password }) => (username === undefined) === (password === undefined), {
      path: ["username"],
      message: "expected username and password, or neither",
    }),
  z.strictObject({ kind: z.literal("generic"), ...Common }),
]);

const Entries = z.record(z.string().regex(/^[\w-]{1,40}$/, "expected the code of a game"), Entry);

interface ProviderSettings {
  /** Path of a JSON file, `{"CODE": {"kind": …}}`. Its entries replace those of the table with the same code. */
  PROVIDERS_FILE?: string;
  SPORT_HOST?: string;
  PGSLOT_NOTICE?: string;
}

/** The table of providers with what the settings change in it, and the faults of the file, which never have its values. */
export function readProviders({ PROVIDERS_FILE: file, SPORT_HOST: host, PGSLOT_NOTICE: notice }: ProviderSettings) {
  const faults: string[] = [];
  const own = file === undefined ? {} : entriesOf(file, faults);
  const providers: Record<string, Provider> = { ...PROVIDERS, ...own };
  const add = (code: string, more: Pick<Provider, "host" | "notice">) => {
    if (providers[code]) providers[code] = { ...providers[code], ...more };
  };
  if (host !== undefined) add(SPORT, { host });
  if (notice !== undefined) add(NOTICED, { notice });
  return { providers: providers as Providers, faults };
}

function entriesOf(file: string, faults: string[]): Providers {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    faults.push(`PROVIDERS_FILE: expected a JSON file${error instanceof SyntaxError ? "" : " that can be read"}`);
    return {};
  }
  const parsed = Entries.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    faults.push(`PROVIDERS_FILE: at ${path.join(".") || "the top"}: ${message}`);
  return {};
}
