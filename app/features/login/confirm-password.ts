import type { AppLoadContext } from "@remix-run/node";
import type { Fault } from "~/actions";
import { phoneNumber } from "~/lib/phone";
import { checkPassword } from "./check-password";

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
