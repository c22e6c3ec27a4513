import type { AppLoadContext } from "@remix-run/node";
import type { Currency, Wizard } from "../../../server/context";
import { message } from "~/lib/message";
import { formatPhone } from "~/lib/phone";
import { limited } from "~/features/register/limited";
import { registerFault, type Fault } from "~/features/register/steps";

interface BankAccount {
  currency: Currency;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
}

/**
 * Validates the data with the operator, then creates the account: the call is sent once and never repeated.
 * Returns null on success; the login form is then filled with the phone number.
 */
export async function createAccount(context: AppLoadContext, wizard: Wizard, bank: BankAccount): Promise<Fault | null> {
  const { username = "", name = "", password = "", sourceCode, inviteCode } = wizard;
  const registration = { username, name, password, sourceCode, inviteCode, ...bank };
  const tooManyQuestions = await limited(context, "probe", username);
  if (tooManyQuestions) return tooManyQuestions;
  const judged = await context.account.validateAccount(registration);
  if (judged.kind !== "answer") return registerFault(judged, "register:notChecked");

  const tooManyAccounts = await limited(context, "register", username);
  if (tooManyAccounts) return tooManyAccounts;
  const outcome = await context.account.register(registration);
  const certain = outcome.kind === "answer";
  if (certain || outcome.kind === "unknown") context.keepDraft("/login", { username });
  if (!certain) return registerFault(outcome, "register:outcomeUnknown");
  context.wizard.clear();
  context.invite.clear();
  context.flash({ tone: "good", text: message("register:welcome", { phone: formatPhone(username) }) });
  return null;
}
