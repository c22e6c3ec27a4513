import { createHash } from "node:crypto";
import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";

const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** The conversation that this browser began as a guest. Its id is the guest's only secret: no page shows it. */
export interface GuestChat {
  /** `guest-` and a UUID; null if there is no conversation. */
  readonly id: string | null;
  /** The id of the conversation, which begins if there is none. @param id if it is known already */
  begin(id?: string): string;
  /** The next conversation is a new one. */
  forget(): void;
}

interface Stored {
  id: string;
}

export const openGuestChat = (jar: CookieJar, seal: Seal) =>
  openSlot<Stored>({ jar, seal, name: "t", purpose: "guest", maxAgeSeconds: KEPT_SECONDS });

/**
 * The id of a visitor's conversation. What a guest sends first at the same time, before an answer has brought the cookie,
 * must not begin two. The visitor's id is random, known to no page, and another one after each sign-in and sign-out.
 */
function idFor(visitorId: string): string {
  const hex = createHash("sha256").update(`guest chat of ${visitorId}`).digest("hex");
  // Operators check the version and the variant of a UUID.
  return `guest-${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

/** @param visitorId the visitor's id now */
export const guestChatOf = (slot: SealedSlot<Stored>, visitorId: () => string): GuestChat => ({
  get id() {
    return slot.value?.id ?? null;
  },
  begin: (id = idFor(visitorId())) => (slot.value ??= { id }).id,
  forget: () => {
    slot.value = null;
  },
});
