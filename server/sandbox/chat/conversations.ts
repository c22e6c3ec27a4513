import { z } from "zod";
import type { ChatConversation } from "../../operator/contract/chat";
import { endpoints } from "../../operator/contract";
import { memberById, type Member } from "../ledger/members";
import { Refusal } from "../refusal";
import type { World } from "../world";

type Conversation = z.output<typeof ChatConversation>;
export type ChatMessage = Conversation["message"];

export interface StoredMessage {
  id: number;
  owner: string;
  sender: "customer" | "other";
  /** JSON. */
  message: string;
  /** Epoch milliseconds. */
  createdAt: number;
  session: string | null;
  /** When the other side has read it, in epoch milliseconds. */
  readAt: number | null;
}

export const GUEST_ID = /^guest-[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

interface Ids {
  userId?: string | null;
  guestId?: string | null;
}

/**
 * Whose conversation a call is about. With both ids the member's counts. Throws KEY_INVALID, or UNAUTHORIZED for another
 * member's.
 */
export function ownerOf(caller: Member | null, { userId, guestId }: Ids): string {
  if (userId) {
    if (caller?.id !== userId) throw new Refusal("UNAUTHORIZED");
    return userId;
  }
  if (!guestId || !GUEST_ID.test(guestId)) throw new Refusal("KEY_INVALID");
  return guestId;
}

/** The conversation as the contract has it, on the program's side. */
export function conversationOf(world: World, { owner, sender, message, createdAt, session }: StoredMessage) {
  const member = GUEST_ID.test(owner) ? null : memberById(world, owner);
  return {
    sender,
    message: JSON.parse(message) as ChatMessage,
    createdAt: new Date(createdAt),
    session_id: session,
    userId: member ? owner : null,
    guestId: member ? null : owner,
    username: member?.username ?? null,
    name: member?.name ?? null,
    deviceToken: null,
  };
}

/** Newest first. */
export const historyOf = ({ database }: World, owner: string, limit: number, skip: number): StoredMessage[] =>
  database.all<StoredMessage>(
    "SELECT * FROM chat_message WHERE owner = ? ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?",
    owner,
    limit,
    skip,
  );

/** Stores a message and tells everybody in the room, the sender too. @returns when it was sent */
export function say(
  world: World,
  said: { owner: string; sender: StoredMessage["sender"]; message: ChatMessage; session?: string | null },
): Date {
  const createdAt = world.now();
  const message = JSON.stringify(said.message);
  world.database.run(
    "INSERT INTO chat_message (owner, sender, message, createdAt, session) VALUES (?, ?, ?, ?, ?)",
    said.owner,
    said.sender,
    message,
    createdAt,
    said.session ?? null,
  );
  const stored = { ...said, id: 0, message, createdAt, session: said.session ?? null, readAt: null };
  const wire = z.encode(endpoints.chatHistory.output, [conversationOf(world, stored)]) as object[];
  world.chat.emit(said.owner, "message", wire[0]!);
  return new Date(createdAt);
}

/** Everything that the other side has written counts as read, and the room is told. */
export function markRead(world: World, owner: string, reader: StoredMessage["sender"]): void {
  const readAt = world.now();
  world.database.run(
    "UPDATE chat_message SET readAt = ? WHERE owner = ? AND sender <> ? AND readAt IS NULL",
    readAt,
    owner,
    reader,
  );
  const ids = GUEST_ID.test(owner) ? { userId: null, guestId: owner } : { userId: owner, guestId: null };
  world.chat.emit(owner, "read", { ...ids, sender: reader, readAt: new Date(readAt).toISOString() });
}

/** Everybody who has written, latest first. */
export const owners = ({ database }: World): { owner: string; last: number }[] =>
  database.all("SELECT owner, MAX(createdAt) AS last FROM chat_message GROUP BY owner ORDER BY last DESC LIMIT 20");
