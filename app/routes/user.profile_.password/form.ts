import { z } from "zod";

const Password = z.string().max(200, "password:tooLong");

/** Schema of the form. There is no rule for the length: the operator decides. */
export const PasswordForm = z
  .object({ oldPassword: Password, newPassword: Password, confirmPassword: Password })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    message: "password:passwordNotEqualMsg",
  });

/** Whether a field is empty: then the form does nothing, and says nothing. */
export const isIncomplete = (form: FormData) =>
  ["oldPassword", "newPassword", "confirmPassword"].some((name) => !form.get(name));
