/** What loaders and actions of several capabilities share. */
import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect, type AppLoadContext } from "@remix-run/node";
import type { WriteOutcome } from "../server/operator/views";

/** What an action returns with a form that was not accepted. */
export interface RefusedForm {
  result: SubmissionResult<string[]>;
}

/** Fields that are never shown again, kept or logged. */
export const SECRETS: readonly string[] = ["password", "confirmPassword", "otpCode", "k", "_t"];

/** What a member is told went wrong: a message key, and the status of the page. 503 when the operator could not be asked. */
export interface Fault {
  text: string;
  status: 422 | 503;
}

/**
 * 422 with the form as it was typed, without its secrets, and what is wrong with it. `fields` and `form` add message keys
 * for what the operator found; `status` is 503 when the operator could not be asked.
 */
export function refused<T>(
  submission: Submission<T, string[]>,
  found: { fields?: Record<string, string>; form?: string; status?: Fault["status"] } = {},
) {
  const fieldErrors = Object.fromEntries(Object.entries(found.fields ?? {}).map(([name, text]) => [name, [text]]));
  const result = submission.reply({
    fieldErrors,
    formErrors: found.form ? [found.form] : [],
    hideFields: [...SECRETS],
  });
  return json<RefusedForm>({ result }, { status: found.status ?? 422 });
}

/**
 * The value of a read that the specification lets fail silently; undefined when the operator did not answer.
 * A redirect (session over, account gone) still leaves the page.
 */
export async function soft<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 400) throw thrown;
    return undefined;
  }
}

/**
 * What to tell the member about an account write; null when it was done. `unanswered` is the message key for an operator
 * who did not answer. Throws a redirect when the session or the account is over.
 */
export function writeFault(context: AppLoadContext, outcome: WriteOutcome<unknown>, unanswered: string): Fault | null {
  switch (outcome.kind) {
    case "answer":
      return null;
    case "refused":
      return { text: outcome.text, status: 422 };
    case "login":
      throw redirect(`/login?nextUrl=${encodeURIComponent(context.path)}`, 303);
    case "gone":
      throw redirect("/terminated", 303);
    case "not-sent":
    case "unknown":
      return { text: unanswered, status: 503 };
  }
}
