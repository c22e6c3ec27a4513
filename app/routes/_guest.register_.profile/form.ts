import { z } from "zod";
import { RequiredText } from "~/lib/form";

/** Maximum length of a name or password: the data of the registration must fit in a cookie. */
const MAX_LENGTH = 100;

/** Schema of the profile. The only rule for passwords is that both are the same; `confirmed`: a weak one was asked about. */
export const ProfileForm = z
  .object({
    name: RequiredText("register:nameMissing").max(MAX_LENGTH, "register:tooLong"),
    password: z.string({ error: "login:passwordMissing" }).max(MAX_LENGTH, "register:tooLong"),
    confirmPassword: z.string({ error: "register:confirmMissing" }),
    sourceCode: z.string().max(MAX_LENGTH).optional(),
    inviteCode: z
      .string()
      .trim()
      .regex(/^[\w-]{1,64}$/, "register:inviteMalformed")
      .optional(),
    confirmed: z.string().optional(),
  })
  .refine(({ password, confirmPassword }) => !password || !confirmPassword || password === confirmPassword, {
    path: ["confirmPassword"],
    message: "register:passwordsDiffer",
    // Also if another field is at fault: the password fields come back empty.
    when: () => true,
  });
