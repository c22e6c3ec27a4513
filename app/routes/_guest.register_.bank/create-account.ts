import type { AppLoadContext } from "@remix-run/node";
import type { Currency, Wizard } from "../../../server/context";
import { checkPassword } from "~/features/login/check-password";
import { limited } from "~/features/register/limited";
import { registerFault, type Fault } from "~/features/register/steps";

interface BankAccount {
  currency: Currency;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
}

/** What the operator may say of an account that the same form has created a moment before. */
const TAKEN: readonly (string | undefined)[] = ["EXISTING_USER", "EXISTING_BANK", "UNVERIFIED_OTP"];

/**
 * Creates the account. Returns null on success; the login form is then filled with the phone number. A form that is sent
 * twice succeeds twice: the password tells that the account is the visitor's own.
 */
export async function createAccount(context: AppLoadContext, wizard: Wizard, bank: BankAccount): Promise<Fault | null> {
  const { username = "", password = "" } = wizard;
  const fault = await register(context, wizard, bank);
  const isOwn = TAKEN.includes(fault?.code) && (await checkPassword(context, { username, password })).token !== null;
  if (fault && !isOwn) return fault;
  context.keepDraft("/login", { username });
  context.wizard.write({ done: username });
  context.invite.clear();
  return null;
}

/** Validates the data with the operator, then creates the account: the call is sent once and never repeated. */
async function register(context: AppLoadContext, wizard: Wizard, bank: BankAccount): Promise<Fault | null> {
  const { username = "", name = "", password = "", sourceCode, inviteCode } = wizard;
  const registration = { username, name, password, sourceCode, inviteCode, ...bank };
  const tooManyQuestions = await limited(context, "probe", username);
  if (tooManyQuestions) return tooManyQuestions;
  const judged = await context.account.validateAccount(registration);
  if (judged.kind !== "answer") return registerFault(judged, "register:notChecked");

  const tooManyAccounts = await limited(context, "register", username);
  if (tooManyAccounts) return tooManyAccounts;
  const outcome = await context.account.register(registration);
  if (outcome.kind === "unknown") context.keepDraft("/login", { username });
  return outcome.kind === "answer" ? null : registerFault(outcome, "register:outcomeUnknown");
}
