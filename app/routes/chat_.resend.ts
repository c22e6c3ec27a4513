import { redirect } from "@remix-run/node";

/** Only a form of the conversation leads here. */
export const loader = () => redirect("/chat", 303);

export { resendMessage as action } from "~/features/chat/send";
