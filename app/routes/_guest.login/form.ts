import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { normalizePhone } from "~/lib/phone";

/** Schema of the login form. It does not check the number's length: old members may have numbers of other lengths. */
export const LoginForm = z.object({
  username: RequiredText("login:phoneMissing").transform(normalizePhone),
  password: z.string({ error: "login:passwordMissing" }).max(200, "errors:WRONG_CREDENTIAL"),
  remember: z.literal("1").optional(),
});
