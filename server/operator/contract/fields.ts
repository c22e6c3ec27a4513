/** Shared field schemas: integer minor units and `Date`s in the program, decimals and ISO 8601 strings on the wire. */
import { z } from "zod";
import type { ERROR_CODES } from "../errors";
import { maybe, record, recordOr, shownText, spare } from "./reader";

/** Beyond this a double cannot reliably distinguish adjacent minor units. */
const MAX_MINOR = 100_000_000_000_000;

/** Integer minor units, on the wire a decimal with at most 2 places. More places are rejected, never rounded. */
export const Money = z.codec(
  z.number().meta({ format: "double", description: "at most 2 decimals" }),
  z.int().min(-MAX_MINOR).max(MAX_MINOR),
  {
    decode: (decimal, context) => {
      const minor = Math.round(decimal * 100) + 0; // no -0
      // Both the quotient and the parsed literal are the nearest double: they are equal only with at most 2 places.
      if (minor / 100 !== decimal) {
        context.issues.push({ code: "custom", input: decimal, message: "more than 2 decimals" });
        return z.NEVER;
      }
      return minor;
    },
    encode: (minor) => minor / 100,
  },
);

/** An amount to move: money above zero. */
export const Amount = Money.refine((minor) => minor > 0, "not above zero");

/** A point in time: `Date`, on the wire ISO 8601. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (date) => date.toISOString(),
});

/** One of `words`, compared case-insensitively; any other word becomes `otherwise`. `open`: others are agreed, too. */
export const word = <const W extends string, const O extends string>(
  words: readonly W[],
  otherwise: O,
  { open = false } = {},
) => {
  const Known: z.ZodType<W | O, W | O> = z.enum([...words, otherwise]);
  return z.codec(z.string().meta({ [open ? "examples" : "enum"]: [...words] }), Known, {
    decode: (value) => words.find((known) => known.toLowerCase() === value.toLowerCase()) ?? otherwise,
    encode: (value) => value,
  });
};

/** The same for a field that may be missing or no word, which also becomes `otherwise`. */
export const anyWord = <const W extends string, const O extends string>(
  words: readonly W[],
  otherwise: O,
  options?: { open: boolean },
) => spare(word(words, otherwise, options).default(otherwise as z.core.util.NoUndefined<W | O>));

/** A case-insensitive code, converted to upper case. */
export const UpperCode = z.codec(z.string(), z.string(), {
  decode: (value) => value.toUpperCase(),
  encode: (value) => value,
});

/** Status of a statement row or a slip; unknown and missing values count as pending. */
export const Status = anyWord(["SUCCESS", "FAILED"], "PENDING", { open: true });

export const Currency = z.enum(["BAHT", "LAK"]);
export const Percent = z.number().meta({ format: "double" });

/** The answer of actions that return nothing else. `message` is a code, or text to show as it is. */
export const Message = record(z.object({ message: z.string() }).meta({ id: "Message" }));

/** The answer of a money call that returns nothing else. Only with one of these messages it was done. */
export const done = <const M extends string>(...messages: [M, ...M[]]) =>
  record(z.object({ message: z.enum(messages) }));

export const PageRequest = z
  .object({ page: z.int().min(1), limit: z.int().min(1).max(100) })
  .meta({ id: "PageRequest" });

export const Banner = z.object({ image: shownText(), html: shownText() }).meta({ id: "Banner" });

export const Profile = z
  .object({
    _id: z.string(),
    name: shownText(),
    username: shownText(),
    createdAt: maybe(Instant),
    coin: maybe(z.int()),
  })
  .meta({ id: "Profile" });

export const BankName = recordOr(z.object({ nameTH: shownText(), nameEN: shownText() }).meta({ id: "BankName" }), {
  nameTH: "",
  nameEN: "",
});

export const BankAccount = z
  .object({ bankCode: shownText(), bankAccountName: shownText(), bankAccountNo: z.string(), bank: BankName })
  .meta({ id: "BankAccount" });

type Code = keyof typeof ERROR_CODES;
type RefusingStatus = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;

/** The codes that a call may answer, by status. `200`: codes in an answer with `success` false. */
export type Refusals = { readonly [status in RefusingStatus]?: readonly Code[] };

/** The codes of a capability's calls, besides the common ones and, for members, those of a session that has ended. */
export type RefusalsOf<Calls> = { readonly [call in keyof Calls]?: Refusals };

/** The codes that every call may answer. */
export const COMMON_REFUSALS = {
  400: ["KEY_MISSING", "KEY_INVALID"],
  410: ["account-gone"],
  429: ["REQUEST_LIMIT"],
  500: ["INTERNAL_SERVER_ERROR"],
} as const satisfies Record<number, readonly Code[]>;

/** The codes that every call of a member answers with 401, and every other call in which a sent token may have ended. */
export const SESSION_ENDS = [
  "UNAUTHORIZED",
  "EXPIRED_AUTH_TOKEN",
  "invalid-token",
  "INVALID_USER_1",
  "INVALID_USER_2",
  "INVALID_USER_3",
  "INVALID_USER_4",
  "INVALID_IP",
] as const satisfies readonly Code[];

/** The same was done less than a minute ago. */
export const TOO_OFTEN = { 429: ["REQUEST_LIMIT_1MIN"] } as const satisfies Refusals;
/** The operator is busy. */
export const BUSY = { 503: ["INTERNAL_SERVER_ERROR"] } as const satisfies Refusals;
