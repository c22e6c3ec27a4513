import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { translator } from "~/i18n";

/** Only a form of the conversation leads here. */
export const loader = () => redirect("/user/chat", 303);

/**
 * Tells support which conversation the member began before signing in, or forgets it. The operator has no call that joins
 * two conversations.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const guest = context.chat.asGuest();
  const form = await request.formData();
  const isLinked = form.get("answer") === "link";
  const text = form.get("text");
  if (typeof text === "string" && text !== "") context.keepDraft("/user/chat", { text });
  if (guest !== null && isLinked) {
    const payload = translator(context.locale)("chat:linkText", { guest });
    const chat = await context.chat.begin();
    await chat.send(guest, { message_type: "text", payload, payloads: null });
  }
  context.chat.forgetGuest();
  return redirect("/user/chat#newest", 303);
}
