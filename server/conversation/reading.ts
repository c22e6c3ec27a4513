import { setTimeout as wait } from "node:timers/promises";
import type { CallAuth, OperatorClient } from "../operator/client";
import type { CallResult } from "../operator/call-result";
import { endpoints } from "../operator/contract";
import type { Conversation } from "../operator/contract/chat";
import type { Bus } from "../workers/bus";
import { idOf, type ChatIdentity } from "./identity";
import type { SeenChat, SeenChats } from "./seen";

/** What unread messages are counted among. */
const LATEST = 20;
/** Milliseconds that a count of unread messages is shown before it is looked up again. */
const COUNT_MS = 15_000;
const MAX_COUNTS = 10_000;
/** Milliseconds that a page waits for a count; after that it shows the one before. */
const PATIENCE_MS = 200;

type History = (range: { limit: number; skip: number }) => Promise<CallResult<Conversation[]>>;

/** What one person reads of a conversation, and what is new. */
export interface Reading {
  /** Reads a part for a page that shows it, newest first. */
  history: History;
  /**
   * Everything up to this time of the operator was seen (epoch milliseconds; 0: there was nothing yet): support is told
   * after some milliseconds, unless it knows. Never fails.
   */
  seen(at: number, afterMs?: number): Promise<void>;
  /** Everything that pages and sockets have shown was seen: support is told. Resolves to how it took that. Never fails. */
  seenAll(): Promise<CallResult<unknown>["kind"]>;
  /**
   * Until when everything was seen before the history was read, by the operator's clock in epoch milliseconds; null: not
   * known.
   */
  seenUntil(): number | null;
  /** How many messages of support were not seen yet, as far as is known within a moment. Never fails. */
  unread(): Promise<number>;
}

interface Options {
  client: Pick<OperatorClient, "call">;
  seenChats: SeenChats;
  bus: Bus;
  now: () => number;
}

const timeOf = ({ createdAt }: Conversation) => createdAt?.getTime() ?? 0;

/** The reading side of conversations. */
export function createReading({ client, seenChats, bus, now }: Options) {
  /** When this container counted last what is unread, by its own clock. */
  const counts = new Map<string, number>();
  const keep = ({ owner, at }: { owner: string; at: number }) => {
    counts.delete(owner);
    counts.set(owner, at);
    if (counts.size > MAX_COUNTS) counts.delete(counts.keys().next().value!);
  };
  bus.listen("counted", keep);

  return (identity: ChatIdentity, auth: CallAuth) => {
    const owner = idOf(identity);
    const ids = { userId: identity.userId, guestId: identity.guestId };
    let known: SeenChat | null = null;

    const history: History = (range) => client.call(endpoints.chatHistory, { ...ids, ...range }, auth);
    const counted = () => {
      keep({ owner, at: now() });
      bus.tell("counted", { owner, at: now() });
    };
    const see = (at: number) => {
      counted();
      return seenChats.see(owner, at);
    };
    const tellSeen = async () => (await client.call(endpoints.markChatRead, ids, auth)).kind;

    const shown: Reading = {
      async history(range) {
        const [page, before] = await Promise.all([history(range), known ?? seenChats.read(owner)]);
        known = before;
        const newest = page.kind === "answer" && range.skip === 0 ? Math.max(0, ...page.output.map(timeOf)) : 0;
        if (newest > before.shown) await seenChats.show(owner, newest);
        return page;
      },
      async seen(at, afterMs = 0) {
        const before = await see(at);
        if (at === 0 || (before !== null && before >= at)) return;
        await new Promise((resolve) => setTimeout(resolve, afterMs).unref());
        await tellSeen();
      },
      async seenAll() {
        const { shown } = await seenChats.read(owner);
        if (shown > 0) await see(shown);
        return tellSeen();
      },
      seenUntil: () => known?.until ?? null,
      async unread() {
        const { until, unread } = await seenChats.read(owner);
        if (until === null || now() - (counts.get(owner) ?? 0) < COUNT_MS) return unread;
        counted();
        const looking = history({ limit: LATEST, skip: 0 }).then((page) => {
          if (page.kind !== "answer") return unread;
          // A message without a time is not known to be new.
          const fresh = page.output.filter((one) => one.sender === "other" && timeOf(one) > until).length;
          if (fresh !== unread) void seenChats.count(owner, until, fresh);
          return fresh;
        });
        return Promise.race([looking, wait(PATIENCE_MS, unread, { ref: false })]);
      },
    };
    return {
      shown,
      /** Reads a part that nobody is shown. */
      look: history,
      /** A message was sent at this time of the operator. Who begins a conversation has seen all that was said before. */
      async begun(at: number) {
        if ((await seenChats.read(owner)).until === null) await see(at - 1);
      },
    };
  };
}
