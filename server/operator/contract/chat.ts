import { z } from "zod";
import { get, post, put } from "../endpoint";
import { anyWord, Instant, Message, word, type RefusalsOf, type Refusals, BUSY, SESSION_ENDS } from "./fields";
import { entries, list, recordOr, single, spare, tolerant } from "./reader";

const MediaPayload = z
  .object({
    message: z.string().nullish(),
    url: z.string(),
    fileType: word(["image", "video", "file"], "file"),
    filePath: z.string().nullish(),
    name: z.string().nullish(),
  })
  .meta({ id: "MediaPayload" });

const Button = z
  .object({
    type: word(["web", "call", "postback"], "other", { open: true }),
    title: z.string(),
    payload: z.string().nullish(),
  })
  .meta({ id: "Button" });

const GenericCard = z
  .object({
    image_url: z.string().nullish(),
    title: z.string(),
    subtitle: z.string().nullish(),
    // One by one: a card with a button that cannot be read has the others.
    buttons: tolerant(z.array(Button), (wire) =>
      Array.isArray(wire) ? wire.filter((one) => Button.safeParse(one).success) : [],
    ).optional(),
  })
  .meta({ id: "GenericCard" });

export type MediaPayload = z.output<typeof MediaPayload>;
export type ChatButton = z.output<typeof Button>;
export type ChatCard = z.output<typeof GenericCard>;

/** `payload`: text, one media, or null. `payloads`: several media, buttons or cards, by `message_type`. */
const ChatMessage = z
  .object({
    message_type: word(["text", "buttons", "media", "quick_replies", "generic", "postback"], "text"),
    payload: spare(z.union([z.string(), MediaPayload]).nullish()),
    payloads: spare(entries(z.union([MediaPayload, Button, GenericCard])).nullish()),
  })
  .meta({ id: "ChatMessage" });

export type ChatMessage = z.output<typeof ChatMessage>;

/** The client makes the `session_id`. The server replaces a `createdAt` from the client. */
export const ChatConversation = z
  .object({
    // Whoever else writes is on the operator's side.
    sender: anyWord(["customer", "other"], "other"),
    message: recordOr(ChatMessage, { message_type: "text" }),
    createdAt: spare(Instant.optional()),
    session_id: z.string().nullish(),
    userId: z.string().nullish(),
    guestId: z.string().nullish(),
    username: z.string().nullish(),
    name: z.string().nullish(),
    deviceToken: z.string().nullish(),
  })
  .meta({ id: "ChatConversation" });

export type Conversation = z.output<typeof ChatConversation>;

const Ids = z.object({ userId: z.string().nullish(), guestId: z.string().nullish() }).meta({ id: "ChatReadRequest" });

const History = Ids.extend({ limit: z.int().min(1).max(100), skip: z.int().min(0) }).meta({ id: "ChatHistoryRequest" });

/** The creation time, as a string or `{createdAt}`. */
const CreatedAt = tolerant(Instant, (value) =>
  typeof value === "object" && value !== null && "createdAt" in value ? value.createdAt : value,
);

const Uploaded = single("path", z.string());

export const chat = {
  chatConfig: get("/api/chat/config", { access: "guest", output: single("PREFIX", z.string()) }),
  sendChatMessage: post("/api/chat/send-message", {
    access: "guest",
    writes: "account",
    input: ChatConversation,
    output: CreatedAt,
  }),
  /** Newest first. */
  chatHistory: post("/api/chat/history", {
    access: "guest",
    input: History,
    output: list(ChatConversation, "history"),
  }),
  /** Part `file`: png, jpeg or gif, at most 10 MB. */
  uploadChatImage: post("/api/chat/upload-image", {
    access: "guest",
    writes: "account",
    upload: true,
    output: Uploaded,
  }),
  /** Part `file`: mp4 or quicktime, at most 20 MB. */
  uploadChatVideo: post("/api/chat/upload-video", {
    access: "guest",
    writes: "account",
    upload: true,
    output: Uploaded,
  }),
  markChatRead: put("/api/chat/read-customer/", { access: "guest", writes: "account", input: Ids, output: Message }),
};

const CHAT: Refusals = { 401: SESSION_ENDS };
const CHAT_UPLOAD: Refusals = { ...CHAT, 400: ["NO_DATA"], 413: ["KEY_INVALID"], 415: ["KEY_INVALID"], ...BUSY };

export const chatRefusals: RefusalsOf<typeof chat> = {
  chatConfig: CHAT,
  sendChatMessage: { ...CHAT, ...BUSY },
  chatHistory: CHAT,
  uploadChatImage: CHAT_UPLOAD,
  uploadChatVideo: CHAT_UPLOAD,
  markChatRead: CHAT,
};
