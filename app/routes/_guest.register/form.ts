import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { normalizePhone } from "~/lib/phone";

/** The phone number of a registration; `digits` is how many the market wants, null where it does not count them. */
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

/** An invite code that may be kept, or null. */
export const inviteCode = (asked: string | null) => (/^[\w-]{1,64}$/.test(asked ?? "") ? asked : null);
