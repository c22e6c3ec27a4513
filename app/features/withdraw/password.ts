import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";

/** Whether a withdrawal asks for the password again: the member gave it too long ago. */
export function asksPassword({ now, site, requireMember }: AppLoadContext): boolean {
  const { withdrawPasswordAfterMs: after } = site;
  return after > 0 && now - requireMember().passwordAt > after;
}

/** Schema of the password, which a form that does not ask for it has not. */
export const Password = (asked: boolean) =>
  asked ? z.string({ error: "login:passwordMissing" }) : z.string().optional();
