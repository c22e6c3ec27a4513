import { z } from "zod";
import { plainDigits } from "~/lib/digits";
import { RequiredText } from "~/lib/form";

/** The code of the text message: usually 6 digits; 4 to 8 are accepted. */
export const CodeForm = z.object({
  otpCode: RequiredText("register:codeMissing")
    .transform((text) => plainDigits(text).replace(/[\s-]/g, ""))
    .refine((code) => /^\d{4,8}$/.test(code), "register:codeMalformed"),
});
