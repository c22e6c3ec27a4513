import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { message } from "~/lib/message";
import { blockOf, resendTime, sendCode } from "~/features/register/one-time-code";
import { enter, stepPath } from "~/features/register/steps";

/** Only POST sends a code. */
export const loader = () => redirect(stepPath.otp);

/** Sends another code, or shows from when one may be requested. */
export async function action({ context }: ActionFunctionArgs) {
  const wizard = enter(context, "otp");
  if (blockOf(context, wizard) !== null) return redirect(stepPath.otp, 303);
  const time = resendTime(context, wizard);
  if (time) {
    context.flash({ tone: "warn", text: message("register:resendAt", { time }) });
    return redirect(stepPath.otp, 303);
  }
  const next = await sendCode(context, wizard.username!);
  if (typeof next !== "string") {
    context.flash({ tone: "bad", text: next.text });
    return redirect(stepPath[next.step ?? "otp"], 303);
  }
  if (next === "otp" && blockOf(context, context.wizard.read()) === null)
    context.flash({ tone: "good", text: "register:codeSent" });
  return redirect(stepPath[next], 303);
}
