import type { Submission, SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { z } from "zod";
import { parseMoney } from "./money";

/** What an action gives back with a form that was not accepted. */
export interface Refused {
  result: SubmissionResult<string[]>;
}

/** Fields that are never shown again, kept or logged. */
export const SECRETS: readonly string[] = ["password", "confirmPassword", "otpCode", "k", "_t"];

/**
 * 422 with the form as it was typed (never its secrets) and what is wrong with it.
 * `fields` and `form` add what the operator found: message keys, see `message.ts`. `status` is 503 when it could not be asked.
 */
export function refused<T>(
  submission: Submission<T, string[]>,
  found: { fields?: Record<string, string>; form?: string; status?: 422 | 503 } = {},
) {
  const fieldErrors = Object.fromEntries(Object.entries(found.fields ?? {}).map(([name, text]) => [name, [text]]));
  const result = submission.reply({
    fieldErrors,
    formErrors: found.form ? [found.form] : [],
    hideFields: [...SECRETS],
  });
  return json<Refused>({ result }, { status: found.status ?? 422 });
}

/** A typed amount as minor units. `missing` and `malformed` are message keys. */
export const MoneyText = z.string({ error: "common:amountMissing" }).transform((text, context) => {
  const minor = parseMoney(text);
  if (minor === null) context.issues.push({ code: "custom", message: "common:amountMalformed", input: text });
  return minor ?? z.NEVER;
});

/** A required line of text, trimmed. */
export const RequiredText = (missing: string) => z.string({ error: missing }).trim().min(1, missing);
