import type { AppLoadContext } from "@remix-run/node";
import type { Fault } from "~/actions";
import { checkPassword, UNREACHABLE } from "~/features/login/check-password";
import type { Currency } from "../../../server/context";
import type { OperatorReads } from "../../../server/operator/views";

interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/** Signs the member in, or returns why not. Reads the member's name and currency once, with the new token. */
export async function signIn(
  context: AppLoadContext,
  { username, password, remember }: Credentials,
): Promise<Fault | null> {
  const checked = await checkPassword(context, { username, password });
  return checked.token === null ? checked.fault : enter(context, checked.token, remember);
}

async function enter(context: AppLoadContext, token: string, remember: boolean): Promise<Fault | null> {
  const operator = context.operatorAs(token);
  try {
    const [{ profile, bankAccount }, currency] = await Promise.all([
      operator.getProfile(),
      currencyOf(operator, context.site.currencies),
    ]);
    await context.session.signIn(
      { id: profile._id, name: profile.name || bankAccount?.bankAccountName || "", currency },
      token,
      remember,
    );
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    if (thrown.headers.get("location")?.startsWith("/login?")) return { text: "errors:LOGIN_FAIL", status: 422 };
    if (thrown.status < 400) throw thrown;
    return context.trouble ? { text: context.trouble, status: 422 } : UNREACHABLE;
  }
}

/** The member's currency: no call returns it, but the operator offers only deposit accounts with this currency. */
async function currencyOf(operator: OperatorReads, offered: readonly Currency[]): Promise<Currency> {
  const fallback = offered[0]!;
  if (offered.length === 1) return fallback;
  // Not `soft`, which gives up early: the currency stays for the whole session.
  const deposit = await operator.lookupDeposit().catch(() => null);
  const named = deposit?.banks.flatMap(({ currency }) => currency ?? []) ?? [];
  return named.find((currency) => offered.includes(currency)) ?? fallback;
}
