import type { IncomingMessage } from "node:http";
import { ownOrigins } from "../http/csrf";
import { addressBehind } from "../http/network";
import { endpoints } from "../operator/contract";
import { ChatConversation } from "../operator/contract/chat";
import { offsetOf } from "../operator/instant-text";
import { readMildly } from "../operator/mild-reader";
import type { Services } from "../services";
import { createHandshake } from "./handshake";
import { roomOf } from "./identity";
import { isChatOff } from "./is-off";
import { createLaterNotes } from "./later-notes";
import { createRelay, type Relay } from "./relay";
import { createUpstreams } from "./upstream";

/** How long the prefix of the rooms is kept, in milliseconds. */
const PREFIX_MS = 60_000;
/** How long it is known whether the operator has its chat switched on, in milliseconds: thousands come back at once. */
const OFF_MS = 5_000;
/** How long the store may not know yet what a socket has brought, in milliseconds: a commit holds all sockets up. */
const NOTED_MS = 2_000;

/** The relay of the operator's chat socket; null if the operator has none: then the browser reads the history again. */
export function createLiveChat(services: Services): Relay | null {
  const { config, client, conversations, limits, log, seal, sessions, csrf, seenChats, health, now } = services;
  const chatUrl = config.operatorChatUrl;
  if (!chatUrl) return null;
  const offset = offsetOf(config.timeZone);
  const addressOf = (request: IncomingMessage) => addressBehind(request, config.trustProxy);
  const callerOf = createHandshake({
    seal,
    sessions,
    csrf,
    own: ownOrigins(config),
    secure: config.secure,
    locale: config.locale,
    addressOf,
    now,
  });
  const brought = createLaterNotes((owner, at) => seenChats.show(owner, at), NOTED_MS);
  let off = { value: false, at: -Infinity };
  let prefix: { value: string; at: number } | null = null;

  const relay = createRelay({
    callerOf,
    admits: async (request) => (await limits.page(addressOf(request))) === null,
    isClosing: () => health.isClosing,
    log,
    openUpstreams: (events) =>
      createUpstreams({ ...events, url: chatUrl, headers: { "x-requested-with": config.operatorMarker }, log }),
    conversations: {
      async roomOf(caller) {
        if (now() - off.at > OFF_MS) off = { value: await isChatOff(services, { token: caller.token }), at: now() };
        if (off.value) return null;
        if (!prefix || now() - prefix.at > PREFIX_MS) {
          const answer = await client.call(endpoints.chatConfig, {}, { token: caller.token });
          if (answer.kind === "answer") prefix = { value: answer.output.PREFIX, at: now() };
        }
        return prefix && roomOf(prefix.value, caller.identity);
      },
      async markRead({ identity, token }) {
        await brought.flush();
        const end = await conversations(identity, { token }).seenAll();
        return end !== "login" && end !== "gone";
      },
      shown(room, event, value) {
        if (!prefix) return null;
        const shown = shownOf(room, prefix.value, event, value, offset);
        if (typeof shown === "object" && shown?.createdAt)
          brought.note(room.slice(prefix.value.length), Date.parse(shown.createdAt));
        return shown;
      },
    },
  });
  sessions.onEnd((ended) => {
    if ("sid" in ended) relay.ended(`s:${ended.sid}`);
    else relay.othersEnded(ended.member, `s:${ended.but}`);
  });
  return relay;
}

/** What a browser gets of an event: nothing of another conversation, and no field that it has no use for. */
function shownOf(room: string, prefix: string, event: "message" | "read" | "typing", value: unknown, offset: string) {
  if (event !== "message") {
    const { sender, typing } = (value ?? {}) as Record<string, unknown>;
    if (sender !== "other") return null;
    return event === "typing" ? typing === true : true;
  }
  // What the history shows as unreadable is no news.
  const raw = (value ?? {}) as Record<string, unknown>;
  if (typeof raw.sender !== "string" || typeof raw.message !== "object" || raw.message === null) return null;
  const reading = readMildly(ChatConversation, value, { offset, range: null });
  if (!reading.ok) return null;
  const { sender, message, createdAt, session_id, userId = null, guestId = null } = reading.output;
  const of = userId ?? guestId;
  if (of !== null && prefix + of !== room) return null;
  return { sender, message, createdAt: createdAt?.toISOString() ?? null, session_id: session_id ?? null };
}
