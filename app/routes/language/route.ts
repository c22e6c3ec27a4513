import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { SECRETS } from "~/actions";
import type { Locale } from "../../../server/config/config";
import { returnTo } from "./return-to";

/** Only POST sets the language. */
export const loader = () => redirect("/");

const isLocale = (value: unknown): value is Locale => value === "th" || value === "la" || value === "en";

/** Fields that are not kept in the draft: secrets, and fields that members do not type. */
const NOT_KEPT = [...SECRETS, "locale", "returnTo", "preset", "swap", "confirmed"];

/** Sets the language and returns to the page; the typed values of its form are kept. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const back = returnTo(new URL(request.url).searchParams.get("returnTo") ?? String(form.get("returnTo") ?? ""));
  const locale = form.get("locale");
  if (isLocale(locale)) context.setLocale(locale);
  const typed = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !NOT_KEPT.includes(entry[0]),
  );
  if (typed.length > 0) context.keepDraft(back.split("?")[0]!, Object.fromEntries(typed));
  return redirect(back, 303);
}
