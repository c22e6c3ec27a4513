import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, type RefusedForm } from "~/actions";
import { ChatPage } from "~/features/chat/chat-page";
import { readChatPage } from "~/features/chat/read";
import { sendMessage } from "~/features/chat/send";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "chat:title", back: "/contact", isChat: true };

export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.member) throw redirect("/user/chat", 303);
  return readChatPage(request, context);
}

export { sendMessage as action };

export default function GuestChat() {
  return <ChatPage data={useLoaderData<typeof loader>()} answer={useActionData() as RefusedForm | undefined} />;
}
