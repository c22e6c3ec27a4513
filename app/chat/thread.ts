import type { Waiting } from "~/features/chat/conversation";
import type { LivePage } from "~/features/chat/live-page";
import { inOrder, type Message } from "~/lib/chat-message";
import type { Unsent } from "./outbox";

/** Both, oldest first, each message once: a message has the same key from the history and from the socket. */
export const merged = (known: readonly Message[], news: readonly Message[]): Message[] =>
  inOrder([...new Map([...known, ...news].map((message) => [message.key, message])).values()]);

/**
 * The conversation after its newest pages were read. If messages are missing in between, what stands before the gap is
 * left out: it is read again from the newest ones upwards.
 */
export function caughtUp<P extends Pick<LivePage, "messages" | "earlier">>(
  known: Pick<LivePage, "messages" | "earlier">,
  news: P,
  reaches: boolean,
): P {
  const first = news.messages[0]?.order ?? 0;
  const kept = reaches ? known.messages : known.messages.filter(({ order }) => order > first);
  const hadAny = reaches && known.messages.length > 0;
  return { ...news, messages: merged(kept, news.messages), earlier: hadAny ? known.earlier : news.earlier };
}

type Said = Pick<Unsent, "text" | "postback">;

const isSame = (one: Said, other: Said) => one.text === other.text && one.postback === other.postback;

/** How often the person who chats has said this after a time of the operator. Earlier pages change nothing about it. */
const timesSaid = ({ text, postback }: Said, after: number, messages: readonly Message[]) =>
  messages.filter(
    (message) =>
      message.from === "customer" &&
      message.type === (postback === undefined ? "text" : "postback") &&
      message.text === text &&
      message.order > after,
  ).length;

/** What is still on its way: the socket may bring a message before the answer to its form says that it was taken. */
export const onTheWay = <U extends Unsent>(unsent: readonly U[], messages: readonly Message[]) =>
  unsent.filter((one) => timesSaid(one, one.after, messages) <= one.before);

/** Where a message that is written now stands among the others. */
export const placeOf = (said: Said, own: readonly Unsent[], messages: readonly Message[]) => ({
  after: Math.max(0, ...messages.map(({ order }) => order)),
  before: onTheWay(own, messages).filter((one) => isSame(one, said)).length,
});

/**
 * What has not arrived, each message once: what the server still sends, then what this browser has not handed over. The
 * server has a message under a name of its own while the answer to its form is still on its way; this browser knows better
 * then whether it can be sent again.
 */
export const waitingNow = (server: readonly Waiting[], own: readonly Waiting[]): Waiting[] => [
  ...server.filter((one) => !own.some(({ id }) => id === one.id || id === one.form)),
  ...own,
];
