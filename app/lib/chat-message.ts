import type {
  ChatButton as Button,
  ChatCard as Card,
  Conversation,
  MediaPayload,
} from "../../server/operator/contract/chat";
import { pictureFrom } from "./picture";
import { webAddress } from "./web-address";

type Payload = NonNullable<Conversation["message"]["payload"]>;
type Part = NonNullable<Conversation["message"]["payloads"]>[number];

/** `link` leads to a page, `call` to a phone; `postback` is sent back as a message; `text` does nothing. */
export type ChatButton =
  | { kind: "link" | "call"; title: string; href: string }
  | { kind: "postback"; title: string; payload: string }
  | { kind: "text"; title: string };

/** `href` is null if pages may not load it from there. */
export interface ChatMedia {
  kind: "image" | "video" | "file";
  href: string | null;
  name: string;
  caption: string;
}

export interface ChatCard {
  image: string | null;
  title: string;
  subtitle: string;
  buttons: ChatButton[];
}

interface Sent {
  /** The same each time the same message is read in the history. */
  key: string;
  /** The same for messages of the same sender that say the same. */
  said: string;
  /** `customer`: who chats; `other`: support. */
  from: Conversation["sender"];
  /** The operator's time, in epoch milliseconds; null: it told none. */
  at: number | null;
  /** Where it stands among the others: its time, or that of its neighbour. */
  order: number;
  /** What the sender's browser named it; null: nothing. */
  session: string | null;
}

/** A message as pages show it. */
export type Message = Sent &
  (
    | { type: "text"; text: string }
    | { type: "postback"; text: string }
    | { type: "media"; media: ChatMedia[] }
    | { type: "buttons" | "quick_replies"; text: string; buttons: ChatButton[] }
    | { type: "generic"; cards: ChatCard[] }
  );

/** Where media may come from, as origins; `base` is what relative addresses belong to. */
export interface MediaSources {
  base: string;
  images: readonly string[];
  videos: readonly string[];
}

/** Limit of a text, in code points: the operator's schema counts them. */
export const MAX_TEXT = 2000;

/** The characters of a text as the operator counts them: code points, a line break as one. */
export const lengthOf = (text: string) => Array.from(text.replaceAll("\r\n", "\n")).length;

/** A character that can be seen: the blank of Braille is no white space, and some fillers are letters. */
const SEEN = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What is sent of a typed text: no control characters, and nothing if there is nothing to see. */
export const sentOf = (typed: string) => {
  const text = typed.replaceAll("\r\n", "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
  return SEEN.test(text) ? text.trim() : "";
};

/**
 * The times of messages (newest first) in epoch milliseconds. One without a time has that of the message before it, else of
 * the next one that has one; 0 if none has.
 */
export function timesOf(history: readonly Pick<Conversation, "createdAt">[]): number[] {
  const times = history.map(({ createdAt }) => createdAt?.getTime());
  let before = times.findLast((time) => time !== undefined) ?? 0;
  return times
    .reverse()
    .map((time) => (before = time ?? before))
    .reverse();
}

/**
 * The first `count` messages of a history (newest first), oldest first, each once. The others tell what pressed buttons
 * said.
 */
export function messagesOf(history: readonly Conversation[], sources: MediaSources, count = history.length): Message[] {
  const times = timesOf(history);
  const all = history.map((one, index) => messageOf(one, sources, times[index]!));
  const shown = new Map(all.slice(0, count).map((one) => [one.key, one]));
  return inOrder([...shown.values()].reverse(), titlesOf(all));
}

/** @param order where it stands if the operator told no time */
export function messageOf(conversation: Conversation, sources: MediaSources, order: number): Message {
  const { sender, message, createdAt, session_id } = conversation;
  const at = createdAt?.getTime() ?? null;
  const session = session_id ?? null;
  const content = contentOf(message, sources);
  // Of what is shown: the operator may spell the same message in several ways.
  const said = fingerprint(JSON.stringify([sender, content]));
  return {
    key: `${at ?? ""}-${fingerprint(`${said} ${session}`)}`,
    said,
    from: sender,
    at,
    order: at ?? order,
    session,
    ...content,
  };
}

/** Messages oldest first. A button that was pressed is shown by what it said. */
export function inOrder(messages: readonly Message[], titles = titlesOf(messages)): Message[] {
  return (
    messages
      .map((one) => (one.type === "postback" ? { ...one, text: titles.get(one.text) ?? one.text } : one))
      // Sorting is stable: what has the same time keeps the operator's order.
      .sort((one, other) => one.order - other.order)
  );
}

/** What the buttons of these messages say, by what they send. */
export function titlesOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const buttons = messages.flatMap((one) =>
    one.type === "generic" ? one.cards.flatMap((card) => card.buttons) : "buttons" in one ? one.buttons : [],
  );
  return new Map(buttons.flatMap((one) => (one.kind === "postback" ? [[one.payload, one.title]] : [])));
}

type Content<M = Message> = M extends Message ? Omit<M, keyof Sent> : never;

function contentOf({ message_type: type, payload, payloads }: Conversation["message"], sources: MediaSources): Content {
  const parts = payloads ?? [];
  const text = typeof payload === "string" ? payload : (payload?.message ?? "");
  if (type === "media") {
    const media = [payload, ...parts].filter(isMedia).map((one) => mediaOf(one, sources));
    return media.length > 0 ? { type, media } : { type: "text", text };
  }
  if (type === "generic") {
    const cards = parts.filter(isCard).map((card) => cardOf(card, sources));
    return cards.length > 0 ? { type, cards } : { type: "text", text };
  }
  if (type === "buttons" || type === "quick_replies") {
    const buttons = parts.filter(isButton).map(buttonOf);
    return buttons.length > 0 ? { type, text, buttons } : { type: "text", text };
  }
  return type === "postback" ? { type, text } : { type: "text", text };
}

const isMedia = (part: Payload | Part | null | undefined): part is MediaPayload =>
  typeof part === "object" && part !== null && "url" in part;
const isButton = (part: Part): part is Button => "type" in part && "title" in part;
const isCard = (part: Part): part is Card => "title" in part && !("type" in part);

/** An address that is not safe leaves only the text of its button. */
function buttonOf({ type, title, payload }: Button): ChatButton {
  const value = payload?.trim() ?? "";
  if (type === "postback" && value !== "") return { kind: "postback", title, payload: value };
  if (type === "call") {
    const number = value.replace(/^tel:/i, "").replaceAll(/[\s().-]/g, "");
    if (/^\+?\d{3,15}$/.test(number)) return { kind: "call", title, href: `tel:${number}` };
  }
  const link = type === "web" ? webAddress(value) : null;
  return link === null ? { kind: "text", title } : { kind: "link", title, href: link.href };
}

/** The absolute address, if pages may load it; null otherwise. */
function loadable(address: string, base: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(address, base)) return null;
  return pictureFrom(new URL(address, base).href, [new URL(base).origin, ...hosts]);
}

function mediaOf(
  { fileType: kind, url, name, message }: MediaPayload,
  { base, images, videos }: MediaSources,
): ChatMedia {
  const hosts = { image: images, video: videos, file: [...images, ...videos] }[kind];
  return { kind, href: loadable(url, base, hosts), name: name ?? "", caption: message ?? "" };
}

const cardOf = ({ image_url, title, subtitle, buttons }: Card, { base, images }: MediaSources): ChatCard => ({
  image: image_url ? loadable(image_url, base, images) : null,
  title,
  subtitle: subtitle ?? "",
  buttons: (buttons ?? []).map(buttonOf),
});

/** A short text that differs for different contents (FNV-1a, 32 bits). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
