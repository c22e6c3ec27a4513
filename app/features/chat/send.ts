import { redirect, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { SendEnd } from "../../../server/conversation/conversations";
import { refused } from "~/actions";
import { lengthOf, MAX_TEXT, sentOf } from "~/lib/chat-message";
import { message } from "~/lib/message";
import { isChatOn } from "./chat-link";
import { chatBase } from "./read";

/** The latest message of the page of the conversation. */
const newestOf = (context: AppLoadContext) => `${chatBase(context)}#newest`;

const Sent = z.object({
  text: z
    .string()
    .default("")
    .transform(sentOf)
    .superRefine((text, context) => {
      const count = lengthOf(text);
      if (count > MAX_TEXT) context.addIssue({ code: "custom", message: message("chat:tooLong", { count }) });
    }),
});

const Id = /^[\w-]{8,64}$/;
const MAX_PAYLOAD = 2000;

/** To the newest message. A script stays where it is; only the end of its session leads it elsewhere. */
const onward = (request: Request, context: AppLoadContext) =>
  request.headers.has("X-Requested-With") ? new Response(null, { status: 204 }) : redirect(newestOf(context), 303);

/**
 * If the operator has no chat, its page says so, and keeps what was typed for when there is one again. Null: there is one.
 * A script keeps it by itself.
 */
async function unlessOff(request: Request, context: AppLoadContext, text = "") {
  if ((await isChatOn(context)) !== false) return null;
  if (request.headers.has("X-Requested-With")) return new Response(null, { status: 503 });
  if (text !== "") context.keepDraft(chatBase(context), { text });
  return redirect(chatBase(context), 303);
}

/** Where the page goes after a message was sent, or could not be. */
function afterSending(request: Request, context: AppLoadContext, end: SendEnd) {
  if (end === "gone") throw context.accountGone();
  if (end === "login" && context.member)
    return redirect(`/login?nextUrl=${encodeURIComponent(chatBase(context))}`, 303);
  return onward(request, context);
}

/** Sends a text, or the postback of a button. A blank text is ignored. */
export async function sendMessage({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const id = String(form.get("id") ?? "");
  const postback = String(form.get("postback") ?? "").slice(0, MAX_PAYLOAD);
  const submission = parseWithZod(form, { schema: Sent });
  if (submission.status !== "success") return refused(submission);
  const { text } = submission.value;
  const guest = String(form.get("guest") ?? "");
  const off = await unlessOff(request, context, text);
  if (off) return off;
  const isBlank = !Id.test(id) || (postback === "" && text === "");
  if (isBlank && guest === "") return onward(request, context);
  const chat = await context.chat.begin(guest);
  if (isBlank) return onward(request, context);
  const wait = await context.chat.limit();
  if (wait !== null) return refused(submission, { form: "errors:REQUEST_LIMIT", status: 429, retryAfter: wait });
  const said = postback
    ? { message_type: "postback" as const, payload: postback, payloads: null }
    : { message_type: "text" as const, payload: text, payloads: null };
  return afterSending(request, context, await chat.send(id, said));
}

/** Sends a failed message again. */
export async function resendMessage({ request, context }: ActionFunctionArgs) {
  const id = String((await request.formData()).get("id") ?? "");
  const off = await unlessOff(request, context);
  if (off) return off;
  const chat = context.chat.open();
  if (!chat || (await context.chat.limit()) !== null) return onward(request, context);
  return afterSending(request, context, await chat.resend(id));
}

/** Forgets a failed message. */
export async function removeMessage({ request, context }: ActionFunctionArgs) {
  await context.chat.open()?.remove(String((await request.formData()).get("id") ?? ""));
  return onward(request, context);
}
