import { z } from "zod";
import { parseMoney } from "./money";

/** A typed amount as minor units. `missing` and `malformed` are message keys. */
export const MoneyText = z.string({ error: "common:amountMissing" }).transform((text, context) => {
  const minor = parseMoney(text);
  if (minor === null) context.issues.push({ code: "custom", message: "common:amountMalformed", input: text });
  return minor ?? z.NEVER;
});

/** A required line of text, trimmed. */
export const RequiredText = (missing: string) => z.string({ error: missing }).trim().min(1, missing);
