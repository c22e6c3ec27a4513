import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { Wizard } from "../../../server/context";
import { formatDateTime } from "~/lib/dates";
import { message } from "~/lib/message";
import { readPhone } from "~/lib/phone";
import { limited } from "./limited";
import { registerFault, type Fault, type Step } from "./steps";

/** Milliseconds until another code may be requested. */
const RESEND_AFTER = 60_000;

/** Seconds that a phone is blocked after too many codes, if the operator does not say: as long as the limit `otpBlock`. */
const BLOCK_SECONDS = 15 * 60;

/** `HH:mm:ss` from which another code may be requested; null if it may be now. */
export function resendTime({ now, site }: AppLoadContext, { sentAt }: Wizard): string | null {
  if (!sentAt || now >= sentAt + RESEND_AFTER) return null;
  return formatDateTime(sentAt + RESEND_AFTER, site.timeZone).slice(11);
}

/**
 * Keeps that the phone may not request or try codes for some seconds. Without them the time counts from the first
 * refusal that anyone met with this number. Returns the step whose page says so.
 */
export async function block(context: AppLoadContext, username: string, seconds?: number): Promise<Step> {
  const { wizard, now } = context;
  const left = seconds ?? (await context.limit("otpBlock", username)) ?? BLOCK_SECONDS;
  wizard.write({ ...wizard.read(), username, verified: false, otpToken: null, blockedUntil: now + left * 1000 });
  return "otp";
}

/** Until when this phone may neither request nor try codes, in epoch milliseconds; null if it may. */
export const blockOf = ({ now }: AppLoadContext, { blockedUntil }: Wizard): number | null =>
  blockedUntil && blockedUntil > now ? blockedUntil : null;

/**
 * Sends a code to the phone, if the operator uses codes, and stores its reference.
 * Returns the next step or the fault. A second request within a minute sends nothing and continues with the first code.
 */
export async function sendCode(context: AppLoadContext, username: string): Promise<Step | Fault> {
  const wizard = context.wizard.read();
  const fresh: Wizard = {
    ...wizard,
    username,
    otpRef: null,
    otpToken: null,
    sentAt: undefined,
    verified: false,
    blockedUntil: undefined,
    done: undefined,
  };
  const verified = (): Step => {
    context.wizard.write({ ...fresh, verified: true });
    return "profile";
  };
  const wanted = await soft(context.operator.lookupRegisterOTP({}));
  if (wanted?.registerOTP === false) return verified();

  const tooMany = await tooManyCodes(context, username);
  if (tooMany) return tooMany;
  const outcome = await context.account.sendOtp({ phoneNumber: username });
  if (outcome.kind !== "answer") {
    const isBlocked = outcome.kind === "refused" && outcome.code === "OTP_BLOCK";
    return isBlocked
      ? block(context, username, outcome.retryAfterSeconds)
      : registerFault(outcome, "register:codeUnknown");
  }
  const { code, otpRef, otpToken } = outcome.output;
  if (code === "OTP_VERIFIED") return verified();
  if (!otpToken) return { text: "errors:OTP_SEND_FAIL", status: 422, fields: ["username"] };
  context.wizard.write({ ...fresh, otpRef, otpToken, sentAt: context.now });
  return "otp";
}

/** Null, or the fault that no code may be sent now. Codes to numbers that are no mobile numbers have a limit more. */
async function tooManyCodes(context: AppLoadContext, username: string): Promise<Fault | null> {
  const tooMany = await limited(context, "otpSend", username);
  if (tooMany?.retryAfter && tooMany.retryAfter * 1000 <= RESEND_AFTER)
    return { ...tooMany, text: message("register:waitSeconds", { seconds: tooMany.retryAfter }) };
  const { market, laos } = context.site;
  if (tooMany || readPhone(username, market, laos)?.isMobile) return tooMany;
  return limited(context, "otpSendOdd", username);
}
