/** Helpers for loaders and actions. */
import type { Submission, SubmissionResult } from "@conform-to/react";
import { json, redirect, type AppLoadContext, type HeadersFunction } from "@remix-run/node";
import type { WriteOutcome } from "../server/operator/views";

/** The data of an action that refused a form. */
export interface RefusedForm {
  result: SubmissionResult<string[]>;
}

/** Form fields that are never sent back, stored or logged. */
export const SECRETS: readonly string[] = [
  "password",
  "oldPassword",
  "newPassword",
  "confirmPassword",
  "otpCode",
  "k",
  "_t",
];

/** An error to show: its message key and the status of the page. */
export interface Fault {
  /** Message key. */
  text: string;
  /** 422: refused. 429: a limit of ours is reached. 503: the operator could not be reached or did not answer. */
  status: 422 | 429 | 503;
  /** Seconds until the next try is allowed, with 429. */
  retryAfter?: number;
}

/** The `headers` of routes whose form can reach a limit: without it Remix drops the `Retry-After` of `refused`. */
export const answerHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The `headers` of routes whose page itself has some. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Answers 422 with the form's typed values, except secrets, and its errors. `fields` and `form` add message keys for
 * the operator's errors.
 */
export function refused<T>(
  submission: Submission<T, string[]>,
  found: { fields?: Record<string, string>; form?: string } & Partial<Omit<Fault, "text">> = {},
) {
  const fieldErrors = Object.fromEntries(Object.entries(found.fields ?? {}).map(([name, text]) => [name, [text]]));
  const result = submission.reply({
    fieldErrors,
    formErrors: found.form ? [found.form] : [],
    hideFields: [...SECRETS],
  });
  const headers: Record<string, string> = found.retryAfter ? { "Retry-After": String(found.retryAfter) } : {};
  return json<RefusedForm>({ result }, { status: found.status ?? 422, headers });
}

/** Milliseconds that a page waits for what it can do without. */
const SOFT_MS = 3_000;

/**
 * The value of a read that may fail silently according to the specification; undefined if it failed or takes longer
 * than 3 s. A redirect (session expired, account removed) is still thrown.
 */
export async function soft<T>(read: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), SOFT_MS)));
  try {
    return await Promise.race([read, late]).finally(() => clearTimeout(timer));
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 400) throw thrown;
    return undefined;
  }
}

/** Whether a list had entries of which none could be read, which is not the same as an empty list. */
export const isUnreadable = (readable: readonly unknown[], { unread }: { unread: number }) =>
  readable.length === 0 && unread > 0;

/**
 * The error to show after an account write; null if it succeeded. `unanswered` is the message key if the operator did
 * not answer. @throws a redirect if the session has expired or the account was removed
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
      throw context.accountGone();
    case "not-sent":
    case "unknown":
      return { text: unanswered, status: 503 };
  }
}
