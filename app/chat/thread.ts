import type { Waiting } from "~/features/chat/conversation";
import type { LivePage } from "~/features/chat/live-page";
import { inOrder, type Message } from "~/lib/chat-message";
import type { Unsent } from "./outbox";

/** A message as the script knows it. */
export type Known = Message & {
  /** The socket brought it, and no history had it yet. */
  isHeard?: boolean;
  /** Its key in the history, if that has another time than the socket. */
  told?: string;
};

/** Times of the same message may differ by less than so many milliseconds: some answers have whole seconds only. */
const NEAR_MS = 1000;
/** The same for what this person has written: the browser that wrote it has named it. */
const NEAR_OWN_MS = 10_000;
/** One without a time was said now, and so were the latest that the history has. */
const LATEST_MS = 10_000;

/** Both, oldest first, each message once. A message that is known already keeps its key. */
export function merged(known: readonly Known[], news: readonly Known[]): Known[] {
  const all = new Map<string, Known>();
  for (const message of [...known, ...news]) {
    const name = message.told ?? message.key;
    const before = all.get(name);
    all.set(name, before ? { ...message, key: before.key, told: before.told } : message);
  }
  return inOrder([...all.values()]);
}

/**
 * The conversation with a message that the socket has brought. The history may have had it before. One without a time is
 * taken for the same as the latest that say so: if it was another one, the next read brings it.
 */
export function heard(known: readonly Known[], message: Message): Known[] {
  const told = known.filter((one) => !one.isHeard && isAlike(one, message));
  const latest = known.at(-1)?.order ?? 0;
  const hasIt =
    known.some((one) => one.key === message.key || one.told === message.key) ||
    (message.at === null
      ? told.some((one) => one.order > latest - LATEST_MS)
      : told.some((one) => isNear(one, message)));
  return hasIt ? [...known] : merged(known, [{ ...message, isHeard: true }]);
}

/** Whether both may be the same message: the socket may not tell what its sender's browser named it. */
const isAlike = (one: Message, other: Message) =>
  one.said === other.said && (one.session === null || other.session === null || one.session === other.session);

/** Whether both have times that may be the same message's. */
function isNear(one: Message, other: Message): boolean {
  const isOwn = one.from === "customer" && one.session !== null && one.session === other.session;
  return one.at !== null && other.at !== null && Math.abs(one.at - other.at) < (isOwn ? NEAR_OWN_MS : NEAR_MS);
}

/** Messages that the socket brought, under the name that the history has for them. */
function asTold(known: readonly Known[], history: readonly Message[]): Known[] {
  const free = new Map(history.map((one) => [one.key, one]));
  for (const { told, key } of known) free.delete(told ?? key);
  return known.map((one) => {
    if (!one.isHeard) return one;
    const twin = [...free.values()].findLast(
      (other) =>
        isAlike(one, other) &&
        (other.at === null || (one.at === null ? other.order > one.order - NEAR_MS : isNear(other, one))),
    );
    if (!twin) return one;
    free.delete(twin.key);
    return { ...one, told: twin.key, isHeard: false };
  });
}

/**
 * The conversation after its newest pages were read. If messages are missing in between, what stands before the gap is
 * left out: it is read again from the newest ones upwards.
 */
export function caughtUp<P extends Pick<LivePage, "messages" | "earlier">>(
  known: { messages: readonly Known[]; earlier: LivePage["earlier"] },
  news: P,
  reaches: boolean,
): Omit<P, "messages"> & { messages: Known[] } {
  const first = news.messages[0]?.order ?? 0;
  const kept = reaches ? known.messages : known.messages.filter(({ order }) => order > first);
  const hadAny = reaches && known.messages.length > 0;
  const messages = merged(asTold(kept, news.messages), news.messages);
  return { ...news, messages, earlier: hadAny ? known.earlier : news.earlier };
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
