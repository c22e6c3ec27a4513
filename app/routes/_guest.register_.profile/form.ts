import { z } from "zod";
import { RequiredText } from "~/lib/form";

/** Nobody's name or password is longer; what is known so far must fit into a cookie. */
const MAX_LENGTH = 100;

/** Who a newcomer is. There is no rule for passwords but that both are the same. */
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
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    message: "register:passwordsDiffer",
  });
