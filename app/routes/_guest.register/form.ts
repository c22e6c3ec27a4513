import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { readPhone } from "~/lib/phone";
import type { Site } from "../../../server/context";

/**
 * Schema of the phone number. `phoneDigits`: how many it must have; null if the market has no rule. `confirmed` is a
 * number that the visitor was asked about and confirms.
 */
export const PhoneForm = ({ market, laos, phoneDigits }: Pick<Site, "market" | "laos" | "phoneDigits">) =>
  z.object({
    username: RequiredText("register:phoneMissing").transform((text, context) => {
      const phone = readPhone(text, market, laos);
      const fault = (message: string) => {
        context.issues.push({ code: "custom", message, input: text });
        return z.NEVER;
      };
      if (phoneDigits !== null && phone?.number.length !== phoneDigits)
        return fault("errors:PHONE_NUMBER_REQUIRE_10_DIGIT");
      if (!phone) return fault("register:phoneMalformed");
      return phone.number.length <= 32 ? phone : fault("register:tooLong");
    }),
    confirmed: z.string().optional(),
  });

/** The invite code if it is well-formed, otherwise null. */
export const inviteCode = (asked: string | null) => (/^[\w-]{1,64}$/.test(asked ?? "") ? asked : null);
