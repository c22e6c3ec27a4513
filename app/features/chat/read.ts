import { redirect, type AppLoadContext } from "@remix-run/node";
import type { CallResult } from "../../../server/operator/call-result";
import type { ChatMessage, Conversation } from "../../../server/operator/contract/chat";
import type { PersonChat } from "../../../server/conversation/conversations";
import { soft } from "~/actions";
import { supportOf, type Support } from "~/features/contact/support";
import { translateMessage, translator, type Translate } from "~/i18n";
import { messagesOf, timesOf, titlesOf, type MediaSources, type Message } from "~/lib/chat-message";
import { isChatOn } from "./chat-link";
import type { Waiting } from "./conversation";
import { aboutOf, type About } from "./question";

/** Messages on one page. */
const SHOWN = 10;
/** More are read than shown: newer ones may have come since the page before. */
const READ = 30;

/** Where conversations are: a member's and a guest's page. */
export const chatBase = ({ member }: Pick<AppLoadContext, "member">) => (member ? "/user/chat" : "/chat");

/** Why there is no conversation to show. `off`: the operator has no chat. */
export interface NoChat {
  failed: true;
  reason: "off" | "failed";
  support: Support | null;
}

export interface OpenChat {
  failed: false;
  messages: Message[];
  waiting: Waiting[];
  seenUntil: number | null;
  /** Whether the page ends with the newest message. */
  isNewest: boolean;
  /** Query of the page with the messages before; null: there are none. */
  earlier: string | null;
  /** The script that takes the page over, and whether there is a socket to hear the operator by; null: none does. */
  island: { href: string; parts: string[]; hasSocket: boolean } | null;
  /** Names what this page sends. */
  id: string;
  /** The conversation that the member began as a guest. */
  asGuest: string | null;
}

/**
 * Reads the page of a conversation that `?before=` asks for, or the newest one.
 * @param isSeen whether who reads it sees it, of which support is told
 */
export async function readChat(request: Request, context: AppLoadContext, isSeen = true): Promise<NoChat | OpenChat> {
  const none = async (reason: NoChat["reason"]) => ({
    failed: true as const,
    reason,
    support: await supportOf(context),
  });
  const [isOn, config] = await Promise.all([isChatOn(context), soft(context.operator.chatConfig())]);
  if (isOn === false) return none("off");
  const query = new URL(request.url).searchParams;
  const before = /^\d{1,16}$/.test(query.get("before") ?? "") ? Number(query.get("before")) : null;
  const skip = before !== null && /^\d{1,5}$/.test(query.get("skip") ?? "") ? Number(query.get("skip")) : 0;
  const chat = context.chat.open();
  // Also without the others: only these calls tell whether the session is over.
  const read = chat ? await readPage(context, chat, before, skip) : { found: [], count: 0, next: null };
  if (!isOn || !config || !read) return none("failed");
  const { found, count, next } = read;
  const sources = sourcesOf(context);
  const messages = messagesOf(found, sources, count);
  const titles = titlesOf(messagesOf(found, sources));
  const seenUntil = chat?.seenUntil() ?? null;
  if (isSeen && before === null) context.chat.seen(messages.at(-1)?.order ?? 0);
  return {
    failed: false,
    messages,
    waiting:
      before === null && chat
        ? (await chat.waiting(found)).map((one) => waitingOf(one, translator(context.locale), titles))
        : [],
    seenUntil: before === null ? seenUntil : null,
    isNewest: before === null,
    earlier: next === null ? null : `?before=${messages[0]!.order}&skip=${next}`,
    island: before === null ? islandOf(context) : null,
    id: crypto.randomUUID(),
    asGuest: context.chat.asGuest(),
  };
}

/** What the form begins with: text that was typed before a change of language or a new sign-in, or a reference. */
export interface Draft {
  typed: string | null;
  about: About;
}

/** Whether there is a socket to hear the operator by. A guest has none before the first message. */
export const hasSocket = ({ site, chat }: AppLoadContext) => site.chatSocket && chat.open() !== null;

const islandOf = (context: AppLoadContext): OpenChat["island"] =>
  context.assets.chat && { ...context.assets.chat, hasSocket: hasSocket(context) };

/** The page of a conversation with its form. */
export async function readChatPage(request: Request, context: AppLoadContext): Promise<NoChat | (OpenChat & Draft)> {
  const page = await readChat(request, context);
  if (page.failed) return page;
  const { text = null } = context.takeDraft(chatBase(context));
  return { ...page, typed: text, about: aboutOf(request) };
}

/**
 * The messages before a time, however many have come since: the operator can only skip a number of them. Messages of the
 * same time stay on one page. Operators may give fewer messages than they are asked for, or always the same.
 * @returns what was found, newest first, of it the first `count` for this page, and how many to skip for the next one
 */
async function readPage(context: AppLoadContext, chat: PersonChat, before: number | null, skip: number) {
  const found: Conversation[] = [];
  for (let from = skip, last = ""; ;) {
    const page = readOf(context, await chat.history({ limit: READ, skip: from }));
    if (!page) return null;
    const text = JSON.stringify(page);
    if (text !== last) {
      const times = timesOf(page);
      found.push(...page.filter((_, index) => before === null || times[index]! < before));
    }
    if (found.length <= SHOWN && page.length >= SHOWN && text !== last) {
      from += page.length;
      last = text;
      continue;
    }
    const times = timesOf(found);
    const end = times.findIndex((time, index) => index >= SHOWN && time !== times[index - 1]);
    return end === -1 ? { found, count: found.length, next: null } : { found, count: end, next: from };
  }
}

/** What was read; null if it could not be. @throws a redirect if the session is over or the account is gone */
function readOf<T>(context: AppLoadContext, result: CallResult<T>): T | null {
  if (result.kind === "login" && context.member)
    throw redirect(`/login?nextUrl=${encodeURIComponent(context.path)}`, 303);
  if (result.kind === "gone") throw context.accountGone();
  return result.kind === "answer" ? result.output : null;
}

export const sourcesOf = ({ site }: AppLoadContext): MediaSources => ({
  base: site.chatMedia || site.publicOrigin,
  images: site.imageHosts,
  videos: site.mediaHosts,
});

/** A message as the form of it shows: its text, what its button said, its caption, or the name of its file. */
function waitingOf(
  { id, form, message, state, refusal, isDoubtful }: Awaited<ReturnType<PersonChat["waiting"]>>[number],
  t: Translate,
  titles: ReadonlyMap<string, string>,
): Waiting {
  const payload = typeof message === "string" ? message : (message as ChatMessage | null)?.payload;
  const said = typeof payload === "string" ? payload : payload?.message || payload?.name || "";
  const text = (message as ChatMessage | null)?.message_type === "postback" ? (titles.get(said) ?? said) : said;
  const reason = isDoubtful ? t("chat:noAnswer") : refusal && translateMessage(t, refusal);
  return { id, form, text, state, reason, isDoubtful };
}
