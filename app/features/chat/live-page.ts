import { json, redirect, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { translator } from "~/i18n";
import type { MediaSources } from "~/lib/chat-message";
import type { TimeZone } from "../../../server/config/config";
import { chatBase, hasSocket, readChat, sourcesOf, type OpenChat } from "./read";
import { chatWords, type ChatWords } from "./words";

/** A page of the conversation for the script in the browser, which renders it as the server does. */
export interface LivePage extends Pick<OpenChat, "messages" | "waiting" | "earlier" | "id"> {
  /** Forms whose messages the operator has: the answer to one of them may have been lost. */
  taken: string[];
  /** Value of the hidden field `_t`. */
  token: string;
  words: ChatWords;
  zone: TimeZone;
  sources: MediaSources;
  hasSocket: boolean;
  /** Names the conversation in this browser's storage; not an id that the operator knows. */
  owner: string;
  /** The same of the conversation that the member began here as a guest; null: there is none. */
  guest: string | null;
}

/** The header with the `_t` of the script's page. */
const PAGE_HEADER = "X-Chat-Page";

/**
 * Reading ahead is not seeing: only with `?seen` is support told. A page whose session has ended is led to the one of now.
 * Answers 503 if the conversation cannot be read now, or is not offered any more.
 */
export async function readLivePage({ request, context }: LoaderFunctionArgs) {
  // Another member may have signed in here since the page of the script was opened.
  const token = request.headers.get(PAGE_HEADER);
  if (token !== null && !context.chat.isPageOf(token)) return redirect(chatBase(context), 303);
  const page = await readChat(request, context, new URL(request.url).searchParams.has("seen"));
  if (page.failed) return new Response(null, { status: 503 });
  const { messages, waiting, earlier, id } = page;
  const taken = (await context.chat.open()?.taken()) ?? [];
  return json<LivePage>({ messages, waiting, earlier, id, taken, ...frameOf(context) });
}

function frameOf(context: AppLoadContext) {
  const { site, locale, csrfToken, chat } = context;
  const names = chat.storageNames();
  return {
    token: csrfToken,
    words: chatWords(translator(locale)),
    zone: site.timeZone,
    sources: sourcesOf(context),
    hasSocket: hasSocket(context),
    owner: names.own,
    guest: names.guest,
  };
}
