import { z } from "zod";
import { ENGLISH_NAMES } from "~/lib/banks";
import { AccountNumber, RequiredText } from "~/lib/form";
import { message } from "~/lib/message";
import type { Currency } from "../../../server/context";

/** Changes only English letters to upper case: some other letters, such as the German ß, become different text. */
const upperCase = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/\s+/g, " ");

const PersonName = (missing: string) => RequiredText(missing).max(60, "register:tooLong").transform(upperCase);

interface Choices {
  currencies: readonly Currency[];
  minAge: number;
}

/** Schema of the last step: bank account, currency and declaration. */
export const BankForm = ({ currencies, minAge }: Choices) =>
  z
    .object({
      currency: z.enum(currencies, { error: "register:chooseCurrency" }).default(currencies[0]!),
      bankCode: RequiredText("register:bankMissing").max(32, "errors:INVALID_BANK"),
      firstName: PersonName("register:firstNameMissing"),
      lastName: PersonName("register:lastNameMissing"),
      bankAccountNo: AccountNumber,
      adult: z.literal("1", { error: message("register:adultMissing", { age: minAge }) }),
    })
    .superRefine((form, context) => {
      if (!ENGLISH_NAMES.includes(form.bankCode)) return;
      for (const field of ["firstName", "lastName"] as const) {
        if (/^[A-Z ]+$/.test(form[field])) continue;
        context.addIssue({ code: "custom", path: [field], message: "errors:BANK_ACCOUNT_NAME_ENG" });
      }
    });
