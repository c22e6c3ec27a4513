import type { Submission, SubmissionResult } from "@conform-to/react";
import { redirect, type AppLoadContext } from "@remix-run/node";
import { SECRETS, refused, type Fault as FormFault } from "~/actions";
import type { Wizard } from "../../../server/context";
import type { WriteOutcome } from "../../../server/operator/views";
import { message, readMessage } from "~/lib/message";

/** The steps of a registration; each is a page. */
export const STEPS = ["phone", "otp", "profile", "bank"] as const;
export type Step = (typeof STEPS)[number];

export const stepPath: Record<Step, string> = {
  phone: "/register",
  otp: "/register/otp",
  profile: "/register/profile",
  bank: "/register/bank",
};

/** The page after the last step. */
export const DONE = "/register/done";

/** The last step that the data entered so far allows. */
export function reached({ username, otpToken, blockedUntil, verified, name, password }: Wizard): Step {
  if (!username) return "phone";
  if (!verified) return otpToken || blockedUntil ? "otp" : "phone";
  return name && password ? "bank" : "profile";
}

/**
 * The data entered so far, for the page of `step`. @throws a redirect to the first open step if it comes before `step`,
 * and to the end if the account was created: the last form may be sent twice
 */
export function enter(context: AppLoadContext, step: Step): Wizard {
  const wizard = context.wizard.read();
  if (wizard.done && step !== "phone") throw redirect(DONE, 303);
  const furthest = reached(wizard);
  if (STEPS.indexOf(step) > STEPS.indexOf(furthest)) throw redirect(stepPath[furthest], 303);
  if (step === "otp" && wizard.verified) throw redirect(stepPath.profile, 303);
  return wizard;
}

/** A failed call of the registration. */
export interface Fault extends FormFault {
  /** The operator's error code, if any. */
  code?: string;
  /** The step whose page shows it; by default the current one. */
  step?: Step;
  /** The form fields it may be about, the likeliest first. */
  fields?: readonly string[];
}

/** The fault of a failed call. `unknown` is the message key if its outcome is not known. */
export function registerFault(outcome: Exclude<WriteOutcome<unknown>, { kind: "answer" }>, unknown: string): Fault {
  switch (outcome.kind) {
    case "gone":
      throw redirect("/terminated", 303);
    case "refused": {
      const { text, code, step, fields } = outcome;
      return { text, status: 422, code, step: step ? STEPS[step - 1] : undefined, fields };
    }
    case "login":
      return { text: outcome.text, status: 422, code: outcome.code };
    case "not-sent":
      return { text: "register:notSent", status: 503 };
    case "unknown":
      return { text: unknown, status: 503 };
  }
}

/** The fields of each form, with the operator's names for them where they differ. */
const FIELDS: Record<Step, readonly string[]> = {
  phone: ["username"],
  otp: ["otpCode"],
  profile: ["name", "password", "sourceCode", "inviteCode"],
  bank: ["bankCode", "firstName", "bankAccountNo"],
};
const OWN_WORD: Record<string, string> = { bankAccountName: "firstName" };

const fieldIn = (step: Step, { fields = [] }: Fault) =>
  fields.map((field) => OWN_WORD[field] ?? field).find((field) => FIELDS[step].includes(field));

/** Shows a fault at its field on this page, or redirects to the page of its step; the typed values are kept. */
export function answerFault<T>(context: AppLoadContext, here: Step, fault: Fault, submission: Submission<T, string[]>) {
  const { text, status, retryAfter, step = here } = fault;
  const field = fieldIn(step, fault);
  if (step === here)
    return refused(submission, { ...(field ? { fields: { [field]: text } } : { form: text }), status, retryAfter });
  if (fault.code === "UNVERIFIED_OTP")
    context.wizard.write({ ...context.wizard.read(), verified: false, otpToken: null });
  context.keepDraft(stepPath[here], typedTexts(submission.payload));
  context.flash({ tone: "bad", text: field ? message(text, { field }) : text });
  return redirect(stepPath[step], 303);
}

/** The fault that another step redirected to this page, in the shape of a refused form; null if there is none. */
export function arrived(
  context: AppLoadContext,
  step: Step,
  typed: Record<string, string>,
): SubmissionResult<string[]> | null {
  const flash = context.takeFlash();
  if (flash?.tone !== "bad") return null;
  const { field = "" } = readMessage(flash.text).params;
  return { status: "error", initialValue: typed, error: { [FIELDS[step].includes(field) ? field : ""]: [flash.text] } };
}

const typedTexts = (payload: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(payload).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && !SECRETS.includes(entry[0]),
    ),
  );
