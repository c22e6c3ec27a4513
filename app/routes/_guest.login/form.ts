import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { normalizePhone } from "~/lib/phone";

/** What a login form must say. The length of a number is the operator's business here: old members may have others. */
export const LoginForm = z.object({
  username: RequiredText("login:phoneMissing").transform(normalizePhone),
  password: z.string({ error: "login:passwordMissing" }).max(200, "errors:WRONG_CREDENTIAL"),
  remember: z.literal("1").optional(),
});
