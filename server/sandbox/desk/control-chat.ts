import { GUEST_ID, historyOf, markRead, owners, say, type ChatMessage } from "../chat/conversations";
import { storeFile, formatOf } from "../chat/files";
import { memberById } from "../ledger/members";
import { drawSample } from "../chat/samples";
import type { World } from "../world";
import { NotFound } from "./not-found";
import type { People } from "./people";

export const chatKinds = [
  "text",
  "buttons",
  "quick_replies",
  "generic",
  "image",
  "video",
  "file",
  "postback",
  "odd",
] as const;
export type ChatKind = (typeof chatKinds)[number];

interface Who {
  /** A member. */
  phone?: string;
  /** A guest; without both it is who wrote last. */
  guestId?: string;
}

/** The desk's side of the chat: support. @throws NotFound */
export function createChatControl(world: World, { memberOf }: People) {
  const ownerIn = ({ phone, guestId }: Who): string => {
    if (guestId && GUEST_ID.test(guestId)) return guestId;
    if (phone) return memberOf(phone).id;
    const [latest] = owners(world);
    if (!latest) throw new NotFound("Nobody has written yet.");
    return latest.owner;
  };
  return {
    /** Who has written, latest first. */
    chats: () =>
      owners(world).map(({ owner, last }) => ({
        owner,
        phone: memberById(world, owner)?.username ?? null,
        last,
        typing: (world.chat.typing.get(owner) ?? 0) > world.now(),
      })),
    /** All messages of a conversation, oldest first; `isRead`: by the other side. */
    chat: (who: Who) =>
      historyOf(world, ownerIn(who), 1000, 0)
        .reverse()
        .map(({ sender, message, createdAt, session, readAt }) => ({
          sender,
          message: JSON.parse(message) as ChatMessage,
          createdAt,
          session,
          isRead: readAt !== null,
        })),
    /** Support writes. Other kinds than `text` have samples of what they may hold. */
    answerChat: ({ text = "", kind = "text", ...who }: Who & { text?: string; kind?: ChatKind }) => {
      const owner = ownerIn(who);
      world.chat.emit(owner, "typing", { sender: "other", typing: false });
      say(world, { owner, sender: "other", message: messageOf(world, kind, text) });
    },
    typeInChat: ({ typing = true, ...who }: Who & { typing?: boolean }) =>
      world.chat.emit(ownerIn(who), "typing", { sender: "other", typing }),
    readChat: (who: Who) => markRead(world, ownerIn(who), "other"),
    dropChat: () => world.chat.drop(),
  };
}

function messageOf(world: World, kind: ChatKind, text: string): ChatMessage {
  const say = text || "Sample";
  const buttons = [
    { type: "web" as const, title: "Website", payload: "https://wallet.operator.test/" },
    { type: "call" as const, title: "Call", payload: "+6620000000" },
    { type: "postback" as const, title: "Check the slip", payload: "CHECK_SLIP" },
    { type: "other" as const, title: "Something else", payload: "" },
  ];
  const media = (fileType: "image" | "video" | "file", format: { type: string; extension: string }, bytes: Buffer) => {
    const url = storeFile(world, bytes, format);
    const payload = { message: text, url, fileType, filePath: url, name: `sample.${format.extension}` };
    return { message_type: "media" as const, payload, payloads: null };
  };
  switch (kind) {
    case "text":
    case "postback":
      return { message_type: kind, payload: say, payloads: null };
    case "buttons":
    case "quick_replies":
      return { message_type: kind, payload: say, payloads: kind === "buttons" ? buttons : buttons.slice(2) };
    case "generic":
      return {
        message_type: kind,
        payload: null,
        payloads: [1, 2].map((number) => ({
          image_url: `${world.origin()}/media/banners/chat.svg`,
          title: `${say} ${number}`,
          subtitle: "A card with buttons",
          buttons: buttons.slice(0, number + 1),
        })),
      };
    case "image":
    case "video": {
      const bytes = drawSample(kind);
      return media(kind, formatOf(bytes, kind)!, bytes);
    }
    case "file":
      return media(kind, { type: "text/plain", extension: "txt" }, Buffer.from(say));
    case "odd":
      // Addresses that no page may follow or load.
      return {
        message_type: "buttons",
        payload: say,
        payloads: [{ type: "web", title: "Dangerous", payload: "javascript:alert(1)" }],
      };
  }
}
