import type { Asked, AskedFor } from "../providers/asked";
import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";

const ASKED_SECONDS = 60;

/** `member`: id of the member who asked; `at`: epoch milliseconds; `taken`: it has been shown. */
type Stored = Asked & { member: string; at: number; taken?: true };

/**
 * What was taken stays in the cookie until the next page. Chromium keeps whole pages for Back, those with secrets and
 * `no-store` too, unless a cookie has changed since: so Back does not bring a shown password to light again.
 */
export async function openAsked(jar: CookieJar, seal: Seal, now: number) {
  const slot = await openSlot<Stored>({
    jar,
    seal,
    name: "g",
    purpose: "asked",
    maxAgeSeconds: ASKED_SECONDS,
    isFresh: ({ at }) => now - at < ASKED_SECONDS * 1000,
  });
  if (slot.value?.taken) slot.value = null;
  return slot;
}

/** What the member has asked for by a form; see `Context`. */
export const askedOf = (slot: SealedSlot<Stored>, now: number, member: () => string | null): AskedFor => ({
  note(asked) {
    const id = member();
    if (id !== null) slot.value = { ...asked, member: id, at: now };
  },
  take(what, code) {
    const found = slot.value;
    if (!found || found.what !== what || found.code !== code || found.member !== member()) return null;
    slot.value = { ...found, taken: true };
    return found;
  },
});
