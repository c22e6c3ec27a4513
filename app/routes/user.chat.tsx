import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, type RefusedForm } from "~/actions";
import { ChatPage } from "~/features/chat/chat-page";
import { readChatPage } from "~/features/chat/read";
import { sendMessage } from "~/features/chat/send";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "chat:title", back: "/user/contact", isChat: true };

export const headers = answerHeaders;

export const loader = ({ request, context }: LoaderFunctionArgs) => readChatPage(request, context);

export { sendMessage as action };

export default function MemberChat() {
  return <ChatPage data={useLoaderData<typeof loader>()} answer={useActionData() as RefusedForm | undefined} />;
}
