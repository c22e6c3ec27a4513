import { z } from "zod";
import { RequiredText } from "~/lib/form";
import { phoneNumber } from "~/lib/phone";
import type { Site } from "../../../server/context";

/** Schema of the login form. It does not check the number's length: old members may have numbers of other lengths. */
export const LoginForm = ({ market, laos }: Pick<Site, "market" | "laos">) =>
  z.object({
    username: RequiredText("login:phoneMissing").transform((text) => phoneNumber(text, market, laos)),
    password: z.string({ error: "login:passwordMissing" }),
    remember: z.literal("1").optional(),
  });
