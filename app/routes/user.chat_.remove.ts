import { redirect } from "@remix-run/node";

/** Only a form of the conversation leads here. */
export const loader = () => redirect("/user/chat", 303);

export { removeMessage as action } from "~/features/chat/send";
