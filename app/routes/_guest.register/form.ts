import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { normalizePhone } from "~/lib/phone";

/** Schema of the phone number. `digits`: how many it must have; null if the market has no rule. */
export const PhoneForm = (digits: number | null) =>
  z.object({
    username: RequiredText("register:phoneMissing")
      .transform(normalizePhone)
      .refine(
        (phone) => digits === null || (/^\d+$/.test(phone) && phone.length === digits),
        "errors:PHONE_NUMBER_REQUIRE_10_DIGIT",
      )
      .refine((phone) => phone.length <= 32, "register:tooLong"),
  });

/** The invite code if it is well-formed, otherwise null. */
export const inviteCode = (asked: string | null) => (/^[\w-]{1,64}$/.test(asked ?? "") ? asked : null);
