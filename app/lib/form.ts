import { z } from "zod";
import { plainDigits } from "./digits";
import { isTooMuch, parseMoney } from "./money";

/** Message key for a text that `parseMoney` does not accept. */
export const amountFault = (text: string) => (isTooMuch(text) ? "common:amountTooMuch" : "common:amountMalformed");

/** Parses a typed amount to minor units. The errors are message keys. */
export const MoneyText = z.string({ error: "common:amountMissing" }).transform((text, context) => {
  const minor = parseMoney(text);
  if (minor === null) context.issues.push({ code: "custom", message: amountFault(text), input: text });
  return minor ?? z.NEVER;
});

/** A required, trimmed text. `missing` is the message key of the error. */
export const RequiredText = (missing: string) => z.string({ error: missing }).trim().min(1, missing);

/** An account number as members type it, as digits: they may be Thai or Lao ones, with blanks or dashes between them. */
export const AccountNumber = RequiredText("register:accountMissing")
  .transform((text) => plainDigits(text).replace(/[\s-]/g, ""))
  .refine((digits) => /^\d{4,30}$/.test(digits), "register:accountMalformed");
