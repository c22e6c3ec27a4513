import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { SECRETS } from "~/actions";
import type { Locale } from "../../../server/config/config";
import { returnTo } from "./return-to";

/** Whoever comes here without having chosen anything goes to the start page. */
export const loader = () => redirect("/");

const isLocale = (value: unknown): value is Locale => value === "th" || value === "la" || value === "en";

/** Fields of the menu and of money forms; none of them is what somebody typed. */
const NOT_TYPED = [...SECRETS, "locale", "returnTo", "preset", "swap", "confirmed"];

/** Switches the language and returns to the page, whose form finds again what was typed into it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const back = returnTo(new URL(request.url).searchParams.get("returnTo") ?? String(form.get("returnTo") ?? ""));
  const locale = form.get("locale");
  if (isLocale(locale)) context.setLocale(locale);
  const typed = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !NOT_TYPED.includes(entry[0]),
  );
  if (typed.length > 0) context.keepDraft(back.split("?")[0]!, Object.fromEntries(typed));
  return redirect(back, 303);
}
