import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { Fault } from "~/actions";
import { ENGLISH_NAMES } from "~/lib/banks";
import { AccountNumber, RequiredText } from "~/lib/form";
import type { Output } from "../../../server/operator/endpoint";
import type { profile as calls } from "../../../server/operator/contract/profile";

/** What a member can change, as the operator stores it. */
export interface Details {
  name: string;
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
}

export const PROFILE = "/user/profile";
export const EDIT = "/user/profile/edit";

/** The names of the form, in its order. */
export const FIELDS = ["name", "bankCode", "bankAccountName", "bankAccountNo"] as const satisfies (keyof Details)[];

const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** Schema of the form. Which of these details can be stored is for the operator to say. */
export const DetailsForm = z
  .object({
    name: RequiredText("profile:nameMissing").max(60, "register:tooLong").transform(oneLine),
    bankCode: RequiredText("register:bankMissing").max(32, "errors:INVALID_BANK"),
    bankAccountName: RequiredText("profile:holderMissing").max(100, "register:tooLong").transform(oneLine),
    bankAccountNo: AccountNumber,
  })
  .superRefine(({ bankCode, bankAccountName }, context) => {
    if (!ENGLISH_NAMES.includes(bankCode) || /^[A-Za-z ]+$/.test(bankAccountName)) return;
    context.addIssue({ code: "custom", path: ["bankAccountName"], message: "errors:BANK_ACCOUNT_NAME_ENG" });
  });

/** What stands at the operator now. */
export const detailsOf = ({ profile, bankAccount }: Output<(typeof calls)["getProfile"]>): Details => ({
  name: profile.name,
  bankCode: bankAccount?.bankCode ?? "",
  bankAccountName: bankAccount?.bankAccountName ?? "",
  bankAccountNo: bankAccount?.bankAccountNo ?? "",
});

/** The names of the details that differ. */
export const changedIn = (before: Details, after: Partial<Details>) =>
  FIELDS.filter((name) => after[name] !== undefined && after[name] !== before[name]);

/** Whether withdrawals would go to another account, or to one with another name. */
export const movesMoney = (changed: readonly (keyof Details)[]) => changed.some((name) => name !== "name");

/** A refusal that the form shows: at one of its fields, or above it. */
interface Refusal {
  fault: string;
  at: string;
}

/** Keeps what was typed for the form, for ten minutes, with the operator's refusal. It is sealed in a cookie. */
export const keepDetails = ({ keepDraft }: AppLoadContext, details: Details, refusal?: Fault & { field?: string }) =>
  keepDraft(EDIT, { ...details, ...(refusal && { fault: refusal.text, at: refusal.field ?? "" }) });

/** What `keepDetails` has kept. Reading removes it. */
export const takeDetails = ({ takeDraft }: AppLoadContext): Partial<Details & Refusal> => takeDraft(EDIT);

/** Keeps what was sent without an answer, for the profile to compare with what stands there. */
export const keepUnanswered = ({ keepDraft }: AppLoadContext, sent: Partial<Details>) =>
  keepDraft(PROFILE, { ...sent, unanswered: "1" });
