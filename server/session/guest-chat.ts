import { randomUUID } from "node:crypto";
import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";

const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** The conversation that this browser began as a guest. Its id is the guest's only secret: no page shows it. */
export interface GuestChat {
  /** `guest-` and a random UUID; null if there is no conversation. */
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

export const guestChatOf = (slot: SealedSlot<Stored>): GuestChat => ({
  get id() {
    return slot.value?.id ?? null;
  },
  begin: (id = `guest-${randomUUID()}`) => (slot.value ??= { id }).id,
  forget: () => {
    slot.value = null;
  },
});
