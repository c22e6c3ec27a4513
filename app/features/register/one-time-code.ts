import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { Wizard } from "../../../server/context";
import { formatDateTime, formatTime } from "~/lib/dates";
import { message } from "~/lib/message";
import { registerFault, type Fault, type Step } from "./steps";

/** Milliseconds until another code may be asked for. */
const RESEND_AFTER = 60_000;

/** How long a phone is blocked after too many codes, in seconds, where the operator does not say. */
const BLOCK_SECONDS = 15 * 60;

/** `HH:mm:ss` from when another code may be asked for, or null when it may be at once. */
export function resendTime({ now, site }: AppLoadContext, { sentAt }: Wizard): string | null {
  if (!sentAt || now >= sentAt + RESEND_AFTER) return null;
  return formatDateTime(sentAt + RESEND_AFTER, site.timeZone).slice(11);
}

/** The phone may not ask for codes, or try any, until a time of the day. */
export function blocked({ now, site }: AppLoadContext, seconds = BLOCK_SECONDS): Fault {
  const time = formatTime(now + seconds * 1000, site.timeZone);
  return { text: message("register:blockedUntil", { time }), code: "OTP_BLOCK", status: 422 };
}

/**
 * Sends a code to the phone, where the operator wants codes, and remembers its reference.
 * Returns the step that follows, or why there is none: a second wish within the minute sends nothing and follows the first.
 */
export async function sendCode(context: AppLoadContext, username: string): Promise<Step | Fault> {
  const wizard = context.wizard.read();
  const fresh = { ...wizard, username, otpRef: null, otpToken: null, sentAt: undefined, verified: false };
  const verified = (): Step => {
    context.wizard.write({ ...fresh, verified: true });
    return "profile";
  };
  const wanted = await soft(context.operator.lookupRegisterOTP({}));
  if (wanted?.registerOTP === false) return verified();

  const wait = await context.limit("otpSend", username);
  if (wait !== null) return { text: message("register:waitSeconds", { seconds: wait }), status: 422 };
  const outcome = await context.account.sendOtp({ phoneNumber: username });
  if (outcome.kind !== "answer") {
    const isBlocked = outcome.kind === "refused" && outcome.code === "OTP_BLOCK";
    return isBlocked ? blocked(context, outcome.retryAfterSeconds) : registerFault(outcome, "register:codeUnknown");
  }
  const { code, otpRef, otpToken } = outcome.output;
  if (code === "OTP_VERIFIED") return verified();
  if (!otpToken) return { text: "errors:OTP_SEND_FAIL", status: 422, fields: ["username"] };
  context.wizard.write({ ...fresh, otpRef, otpToken, sentAt: context.now });
  return "otp";
}
