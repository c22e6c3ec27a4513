/** What support and a person say to each other: reading it, sending at most once, and what is new. */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { CallAuth, OperatorClient } from "../operator/client";
import type { CallResult } from "../operator/call-result";
import { endpoints } from "../operator/contract";
import type { ChatMessage, Conversation } from "../operator/contract/chat";
import { errorText } from "../operator/errors";
import { CALL_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import type { Bus } from "../workers/bus";
import { idOf, type ChatIdentity } from "./identity";
import type { Outbox, Sending } from "./outbox";
import { createReading, type Reading } from "./reading";
import type { SeenChats } from "./seen";

/** Milliseconds that a page waits for a message to arrive. */
const PATIENCE_MS = 8_000;
/** Milliseconds after a lost answer at which the history is read for the message. It may tell later than the socket. */
const DOUBT_MS = [0, 3_000, 10_000];
/** Milliseconds after which nobody sees to a message on its way. A file is received and passed on, each as long. */
const LOST_MS = { sending: CALL_TIMEOUT_MS + PATIENCE_MS + DOUBT_MS.at(-1)!, uploading_file: 2 * UPLOAD_TIMEOUT_MS };
/** Messages of the history that a message is looked for among. */
const LATEST = 20;
/** Milliseconds that a file waits for the same one in another process, and between two looks at it. */
const ELSEWHERE = { mostMs: 10_000, lookMs: 500 };
/** Milliseconds that the history may lag behind: so long, the page shows what the operator has taken without it. */
const LAG_MS = 10 * 60_000;

/** Why a message was not sent: the session is over, the account is gone. Null: it is on its way, arrived, or failed. */
export type SendEnd = "login" | "gone" | null;

export interface FileTurn {
  done(message: ChatMessage | null): Promise<SendEnd>;
}

/** One person's conversation. */
export interface PersonChat extends Reading {
  /**
   * Sends a message, at most once for a form's id and text. Waits for its arrival, 8 s at most.
   * @param id of the form, or of the message in a script
   */
  send(id: string, message: ChatMessage): Promise<SendEnd>;
  /**
   * Notes a file on its way; `done` puts the message in its place, or takes it out.
   * @param mark tells it from others of its name: every photo of some cameras is called `image.jpg`
   * @returns `taken`: this form's file has arrived; `elsewhere`: it is still on its way in another request
   */
  file(id: string, name: string, mark: string): Promise<FileTurn | "taken" | "elsewhere">;
  /** Sends a failed message again, unless it has arrived meanwhile. */
  resend(id: string): Promise<SendEnd>;
  /** Forgets a failed message. */
  remove(id: string): Promise<void>;
  /**
   * What the history does not have, oldest first: `succeed` if the operator has taken it.
   * @param history the latest messages: what is in there has arrived
   */
  waiting(history: readonly Conversation[]): Promise<Sending[]>;
  /** Ids of the forms whose messages the operator has taken lately. */
  taken(): Promise<string[]>;
}

export type Conversations = (identity: ChatIdentity, auth: CallAuth) => PersonChat;

interface Options {
  client: Pick<OperatorClient, "call">;
  outbox: Outbox;
  seenChats: SeenChats;
  bus: Bus;
  now: () => number;
  /** Shorter in tests. */
  elsewhere?: typeof ELSEWHERE;
}

const nameOf = (id: string, said: ChatMessage | string[]) =>
  createHash("sha256")
    .update(`${id}\n${JSON.stringify(said)}`)
    .digest("base64url")
    .slice(0, 22);

const endOf = (result: CallResult<unknown>): SendEnd =>
  result.kind === "login" || result.kind === "gone" ? result.kind : null;

export function createConversations(options: Options): Conversations {
  const { client, outbox, now, elsewhere = ELSEWHERE } = options;
  const readingOf = createReading(options);
  return (identity, auth) => {
    const owner = idOf(identity);
    const ids = { userId: identity.userId, guestId: identity.guestId };
    const { shown, look, begun } = readingOf(identity, auth);
    const arrivedIn = (page: readonly Conversation[], id: string) => page.some(({ session_id }) => session_id === id);

    /** Whether its process has ended, or its answer will not come. */
    const isLost = ({ state, at }: Sending) =>
      (state === "sending" || state === "uploading_file") && now() - at > LOST_MS[state];

    /** Sends what `outbox` holds as `sending`, and notes what became of it. */
    async function deliver(sending: Sending, message: ChatMessage): Promise<SendEnd> {
      const wire = { sender: "customer" as const, message, session_id: sending.id, ...ids };
      const result = await client.call(endpoints.sendChatMessage, wire, auth);
      const end = (state: Sending["state"], said: ChatMessage | null = message, why: Partial<Sending> = {}) =>
        outbox.replace(owner, sending, { ...sending, state, message: said, ...why });
      // The history tells later than this answer, perhaps.
      if (result.kind === "answer") {
        await end("succeed");
        await begun(result.output.getTime());
      } else if (result.kind === "refused") await end("failed", message, { refusal: errorText(result.code) });
      else if (result.kind !== "unknown") await end("failed");
      else {
        // The answer was lost: the operator may have the message.
        const arrived = await lookFor(sending.id);
        if (arrived !== null) await (arrived ? end("succeed", null) : end("failed", message, { isDoubtful: true }));
      }
      return endOf(result);
    }

    /** Whether the history has a message or gets it soon; null if it could not be read. */
    async function lookFor(id: string): Promise<boolean | null> {
      let arrived: boolean | null = null;
      let waited = 0;
      for (const until of DOUBT_MS) {
        await wait(until - waited, null, { ref: false });
        waited = until;
        const page = await look({ limit: LATEST, skip: 0 });
        arrived = page.kind === "answer" ? arrivedIn(page.output, id) : null;
        if (arrived) break;
      }
      return arrived;
    }

    const patiently = (delivery: Promise<SendEnd>) =>
      Promise.race([delivery.catch(() => null), wait(PATIENCE_MS, null, { ref: false })]);

    /** Sends once more what has failed, unless the operator has it after all. */
    async function again(failed: Sending, message: ChatMessage): Promise<SendEnd> {
      const page = await look({ limit: LATEST, skip: 0 });
      if (page.kind !== "answer") return endOf(page);
      if (arrivedIn(page.output, failed.id)) {
        await outbox.replace(owner, failed, { ...failed, state: "succeed", message: null });
        return null;
      }
      const next: Sending = {
        ...failed,
        message,
        state: "sending",
        refusal: undefined,
        isDoubtful: undefined,
        at: now(),
      };
      return (await outbox.replace(owner, failed, next)) ? patiently(deliver(next, message)) : null;
    }
    const failedOf = async (id: string) =>
      (await outbox.list(owner)).find((one) => one.id === id && one.state === "failed");

    return {
      ...shown,
      async send(id, message) {
        const sending: Sending = { id: nameOf(id, message), form: id, message, state: "sending", at: now() };
        if (await outbox.add(owner, sending)) return patiently(deliver(sending, message));
        // It failed, and may have been removed since: Back leads to the form that still has it.
        const failed = await failedOf(sending.id);
        // The operator may have it all the same. A script sends until it is told: only a person decides to send it again.
        const isInDoubt = failed?.isDoubtful && failed.message !== null;
        return failed && !isInDoubt ? again(failed, message) : null;
      },
      async file(id, name, mark) {
        const loading: Sending = {
          id: nameOf(id, [name, mark]),
          form: id,
          message: name,
          state: "uploading_file",
          at: now(),
        };
        // What broke off was not sent, so the same file may be.
        const brokenOff = (one: Sending) =>
          (one.state === "failed" && one.message === null) || (one.state === "uploading_file" && isLost(one));
        const begin = async (before?: Sending) =>
          before ? brokenOff(before) && outbox.replace(owner, before, loading) : outbox.add(owner, loading);
        // The connection of the one on its way may be dead, which its process notices after a while.
        for (let waited = 0; ; waited += elsewhere.lookMs) {
          const before = (await outbox.list(owner)).find((one) => one.id === loading.id);
          if (await begin(before)) break;
          if (before && before.state !== "uploading_file" && !brokenOff(before)) return "taken";
          if (waited >= elsewhere.mostMs) return "elsewhere";
          await wait(elsewhere.lookMs, null, { ref: false });
        }
        return {
          async done(message) {
            const next: Sending = { ...loading, message, state: message ? "sending" : "failed", at: now() };
            const isReplaced = await outbox.replace(owner, loading, next);
            return message && isReplaced ? patiently(deliver(next, message)) : null;
          },
        };
      },
      async resend(id) {
        const failed = await failedOf(id);
        if (!failed || failed.message === null || typeof failed.message === "string") return null;
        return again(failed, failed.message);
      },
      async remove(id) {
        const failed = await failedOf(id);
        if (failed) await outbox.replace(owner, failed, { ...failed, message: null });
      },
      async waiting(page) {
        const all = await outbox.list(owner);
        // A file that broke off left nothing to send again.
        const isOpen = ({ message }: Sending) => message !== null;
        const isPast = ({ state, at }: Sending) => state === "succeed" && now() - at > LAG_MS;
        const open = all.filter(isOpen);
        for (const one of open) {
          const arrived = arrivedIn(page, one.id);
          if (!arrived && !isLost(one) && !isPast(one)) continue;
          const isGone = arrived || isPast(one) || one.state === "uploading_file";
          const after: Sending = {
            ...one,
            state: arrived || isPast(one) ? "succeed" : "failed",
            isDoubtful: one.state === "sending",
            message: isGone ? null : one.message,
          };
          await outbox.replace(owner, one, after);
          Object.assign(one, after);
        }
        return open.filter(isOpen);
      },
      async taken() {
        const latest = (await outbox.list(owner)).slice(-LATEST);
        return latest.flatMap(({ state, form }) => (state === "succeed" && form ? [form] : []));
      },
    };
  };
}
