import { z } from "zod";

/** Schema of the form. There is no rule for the length: the operator decides. */
export const PasswordForm = z
  .object({ oldPassword: z.string(), newPassword: z.string(), confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    message: "password:passwordNotEqualMsg",
  });

/** Whether a field is empty: then the form does nothing, and says nothing; browsers name the field before they send it. */
export const isIncomplete = (form: FormData) =>
  ["oldPassword", "newPassword", "confirmPassword"].some((name) => !form.get(name));
