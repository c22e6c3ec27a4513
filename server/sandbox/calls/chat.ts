import { contract } from "../../operator/contract";
import { greet } from "../chat/agent";
import { conversationOf, historyOf, markRead, ownerOf, say } from "../chat/conversations";
import { formatOf, storeFile } from "../chat/files";
import { PREFIX } from "../chat/hub";
import { Refusal } from "../refusal";
import { implement, OK } from "../wire/implement";
import type { Upload } from "../wire/upload";
import type { World } from "../world";

const MAX_TEXT = 2000;

/** Throws NO_DATA, or KEY_INVALID (415 by its type, 413 by its size). */
function received(world: World, upload: Upload | null, kind: "image" | "video"): { path: string } {
  const file = upload?.file;
  if (!file) throw new Refusal("NO_DATA");
  const format = formatOf(file.bytes, kind);
  if (!format) throw new Refusal("KEY_INVALID", undefined, 415);
  if (file.tooLarge) throw new Refusal("KEY_INVALID", undefined, 413);
  if (world.switches.current.chatStorageDown) throw new Refusal("INTERNAL_SERVER_ERROR", undefined, 503);
  return { path: storeFile(world, file.bytes, format) };
}

export const chat = implement(contract.chat, {
  chatConfig: () => ({ PREFIX }),

  sendChatMessage: ({ world, caller, input: { sender, message, session_id, ...ids } }) => {
    const { message_type: type, payload } = message;
    const text = typeof payload === "string" ? payload : "";
    if (sender !== "customer") throw new Refusal("KEY_INVALID");
    if (type === "text" && (text.trim() === "" || Array.from(text).length > MAX_TEXT)) throw new Refusal("KEY_INVALID");
    const owner = ownerOf(caller, ids);
    if (world.switches.current.chatDown) throw new Refusal("INTERNAL_SERVER_ERROR", undefined, 503);
    const sentAt = say(world, { owner, sender, message, session: session_id });
    greet(world, owner, text);
    return sentAt;
  },

  chatHistory: ({ world, caller, input: { limit, skip, ...ids } }) =>
    historyOf(world, ownerOf(caller, ids), limit, skip).map((stored) => conversationOf(world, stored)),

  uploadChatImage: ({ world, upload }) => received(world, upload, "image"),
  uploadChatVideo: ({ world, upload }) => received(world, upload, "video"),

  markChatRead: ({ world, caller, input }) => {
    markRead(world, ownerOf(caller, input), "customer");
    return OK;
  },
});
