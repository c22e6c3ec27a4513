import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { Fault } from "~/actions";
import { checkPassword } from "~/features/login/check-password";
import { phoneNumber } from "~/lib/phone";

/** Whether a withdrawal asks for the password again: the member gave it too long ago. */
export function asksPassword({ now, site, requireMember }: AppLoadContext): boolean {
  const { withdrawPasswordAfterMs: after } = site;
  return after > 0 && now - requireMember().passwordAt > after;
}

/** Schema of the password, which a form that does not ask for it has not. */
export const Password = (asked: boolean) =>
  asked ? z.string({ error: "login:passwordMissing" }).max(200, "login:passwordWrong") : z.string().optional();

/**
 * Checks the password with the operator's login call. The session goes on with the token of this sign-in, and the
 * password counts as given now. Returns why not, or null.
 */
export async function confirmPassword(context: AppLoadContext, password: string): Promise<Fault | null> {
  const { profile } = await context.operator.getProfile();
  const username = phoneNumber(profile.username, context.site.market, context.site.laos);
  const checked = await checkPassword(context, { username, password });
  if (checked.token === null) {
    const { fault } = checked;
    return fault.text === "errors:WRONG_CREDENTIAL" ? { ...fault, text: "login:passwordWrong" } : fault;
  }
  await context.session.confirm(checked.token);
  return null;
}
