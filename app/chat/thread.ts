import type { Waiting } from "~/features/chat/conversation";
import type { Message } from "~/lib/chat-message";
import type { Unsent } from "./outbox";

/** Both, oldest first, each message once: a message has the same key from the history and from the socket. */
export function merged(known: readonly Message[], news: readonly Message[]): Message[] {
  const byKey = new Map([...known, ...news].map((message) => [message.key, message]));
  // Sorting is stable: what has the same time keeps its order.
  return [...byKey.values()].sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
}

/** How often the person who chats has said this after a time of the operator. Earlier pages change nothing about it. */
const timesSaid = (text: string, after: number, messages: readonly Message[]) =>
  messages.filter(
    (message) =>
      message.from === "customer" &&
      message.type === "text" &&
      message.text === text &&
      (message.at ?? Infinity) > after,
  ).length;

/** What is still on its way: the socket may bring a message before the answer to its form says that it was taken. */
export const onTheWay = (unsent: readonly Unsent[], messages: readonly Message[]) =>
  unsent.filter(({ text, after, before }) => timesSaid(text, after, messages) <= before);

/** Where a message that is written now stands among the others. */
export const placeOf = (text: string, own: readonly Unsent[], messages: readonly Message[]) => ({
  after: Math.max(0, ...messages.map(({ at }) => at ?? 0)),
  before: onTheWay(own, messages).filter((one) => one.text === text).length,
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
