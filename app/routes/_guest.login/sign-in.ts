import { redirect, type AppLoadContext } from "@remix-run/node";
import { soft, type Fault } from "~/actions";
import { formatTime } from "~/lib/dates";
import { message } from "~/lib/message";
import type { Currency, LoginAnswer } from "../../../server/context";
import type { OperatorReads, WriteOutcome } from "../../../server/operator/views";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
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

const UNREACHABLE: Fault = { text: "login:unreachable", status: 503 };

/** Signs the member in, or returns why not. Reads the member's name and currency once, with the new token. */
export async function signIn(
  context: AppLoadContext,
  { username, password, remember }: Credentials,
): Promise<Fault | null> {
  const attempt = await context.tryLogin(username);
  if (attempt.wait !== null) return tooMany(context, attempt.wait);
  const outcome = await context.account.login({ username, password });
  await attempt.end(answerOf(outcome));
  switch (outcome.kind) {
    case "answer":
      return enter(context, outcome.output.token, remember);
    case "refused":
      return { text: SAME_TEXT.has(outcome.code) ? "errors:WRONG_CREDENTIAL" : outcome.text, status: 422 };
    case "login":
      return { text: outcome.text, status: 422 };
    case "gone":
      throw redirect("/terminated", 303);
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

async function enter(context: AppLoadContext, token: string, remember: boolean): Promise<Fault | null> {
  const operator = context.operatorAs(token);
  try {
    const [{ profile }, currency] = await Promise.all([
      operator.getProfile(),
      currencyOf(operator, context.site.currencies),
    ]);
    await context.session.signIn({ id: profile._id, name: profile.name, currency }, token, remember);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    if (thrown.headers.get("location")?.startsWith("/login?")) return { text: "errors:LOGIN_FAIL", status: 422 };
    if (thrown.status < 400) throw thrown;
    return UNREACHABLE;
  }
}

/** The member's currency: no call returns it, but the operator offers only deposit accounts with this currency. */
async function currencyOf(operator: OperatorReads, offered: readonly Currency[]): Promise<Currency> {
  const fallback = offered[0]!;
  if (offered.length === 1) return fallback;
  const deposit = await soft(operator.lookupDeposit());
  return deposit?.banks.map(({ currency }) => currency).find((currency) => offered.includes(currency)) ?? fallback;
}
