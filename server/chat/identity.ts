import type { ChatIdentity } from "../conversation/identity";
import type { BrowserState } from "../session/browser-state";

export { idOf, roomOf, type ChatIdentity } from "../conversation/identity";

/**
 * Who chats in this browser: its member, else its guest. It comes from the sealed cookies alone; nothing that the browser
 * sends can name another conversation.
 * @returns null for a guest without a conversation; `browser.guestChat.begin()` makes one
 */
export function identityOf({ session, guestChat }: Pick<BrowserState, "session" | "guestChat">): ChatIdentity | null {
  if (session) return { userId: session.member.id, guestId: null };
  return guestChat.id === null ? null : { userId: null, guestId: guestChat.id };
}
