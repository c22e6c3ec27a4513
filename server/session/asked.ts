import type { Asked, AskedFor } from "../providers/asked";
import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";

const ASKED_SECONDS = 60;

/** `member`: id of the member who asked; `at`: epoch milliseconds. */
type Stored = Asked & { member: string; at: number };

export const openAsked = (jar: CookieJar, seal: Seal, now: number) =>
  openSlot<Stored>({
    jar,
    seal,
    name: "g",
    purpose: "asked",
    maxAgeSeconds: ASKED_SECONDS,
    isFresh: ({ at }) => now - at < ASKED_SECONDS * 1000,
  });

/** What the member has asked for by a form; see `Context`. */
export const askedOf = (slot: SealedSlot<Stored>, now: number, member: () => string | null): AskedFor => ({
  note(asked) {
    const id = member();
    if (id !== null) slot.value = { ...asked, member: id, at: now };
  },
  take(what, code) {
    const found = slot.value;
    if (!found || found.what !== what || found.code !== code || found.member !== member()) return null;
    slot.value = null;
    return found;
  },
});
