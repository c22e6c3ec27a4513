import { redirect, type AppLoadContext } from "@remix-run/node";
import type { WriteOutcome } from "../../server/operator/client";

/** What to tell the member about a write that was not done, as a message key, and the page's status. */
export interface Failure {
  text: string;
  status: 422 | 503;
}

/**
 * Null when an account write was done, else what to say; `failed` is the sentence for an operator who did not answer.
 * When the session or the account is over, leaves the page by a thrown redirect.
 */
export function failureOf(context: AppLoadContext, outcome: WriteOutcome<unknown>, failed: string): Failure | null {
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
      return { text: failed, status: 503 };
  }
}
