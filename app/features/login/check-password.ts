import type { AppLoadContext } from "@remix-run/node";
import type { Fault } from "~/actions";
import { formatTime } from "~/lib/dates";
import { message } from "~/lib/message";
import type { LoginAnswer } from "../../../server/context";
import type { WriteOutcome } from "../../../server/operator/views";

interface Credentials {
  /** The phone number, in its one form. */
  username: string;
  password: string;
}

/** Codes that show the same text, so that nobody can find out which phone numbers have an account. */
const SAME_TEXT = new Set(["WRONG_CREDENTIAL", "WRONG_PASSWORD", "NO_USER"]);

/**
 * Codes that say that the number and the password do not belong together, in the words of several operators. Only they
 * count as a wrong try: another refusal, or no answer, says nothing about the password.
 */
const WRONG = new Set([
  ...SAME_TEXT,
  "UNAUTHORIZED",
  "INVALID_USER_1",
  "INVALID_USER_2",
  "INVALID_USER_3",
  "INVALID_USER_4",
]);

export const UNREACHABLE: Fault = { text: "login:unreachable", status: 503 };

/** The operator's token, or why there is none. */
export type PasswordCheck = { token: string } | { token: null; fault: Fault };

/**
 * Asks the operator whether the password is right, within the limits of sign-ins. The call is sent once.
 * @throws a redirect if the account or the service is gone
 */
export async function checkPassword(
  context: AppLoadContext,
  { username, password }: Credentials,
): Promise<PasswordCheck> {
  const attempt = await context.tryLogin(username);
  if (attempt.wait !== null) return { token: null, fault: tooMany(context, attempt.wait) };
  const outcome = await context.account.login({ username, password });
  await attempt.end(answerOf(outcome));
  if (outcome.kind === "answer") return { token: outcome.output.token };
  return { token: null, fault: faultOf(context, outcome) };
}

function faultOf(context: AppLoadContext, outcome: Exclude<WriteOutcome<unknown>, { kind: "answer" }>): Fault {
  switch (outcome.kind) {
    case "refused":
      return { text: SAME_TEXT.has(outcome.code) ? "errors:WRONG_CREDENTIAL" : outcome.text, status: 422 };
    case "login":
      return { text: outcome.text, status: 422 };
    case "gone":
      throw context.accountGone();
    case "not-sent":
    case "unknown":
      return UNREACHABLE;
  }
}

function answerOf(outcome: WriteOutcome<unknown>): LoginAnswer {
  if (outcome.kind === "answer") return "right";
  return "code" in outcome && WRONG.has(outcome.code) ? "wrong" : "none";
}

/** The fault that a limit is reached; the text gives the time of the next try, rounded up to a full minute. */
function tooMany({ now, site }: AppLoadContext, wait: number): Fault {
  const minutes = Math.ceil(wait / 60);
  const time = formatTime(now + wait * 1000 + 59_999, site.timeZone);
  return { text: message("login:tooMany", { time, minutes }), status: 429, retryAfter: wait };
}
