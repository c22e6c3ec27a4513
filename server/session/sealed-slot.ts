import type { CookieJar, CookieName } from "./cookies";
import type { Purpose, Seal } from "./seal";

/** One sealed cookie of a request: what came in with it, what it is now, and how it goes out. */
export interface SealedSlot<T extends object> {
  /** As it came in; null when there was none that opens. */
  readonly before: T | null;
  value: T | null;
  /** Writes the cookie when the value has changed. */
  save(): Promise<void>;
}

interface Options<T extends object> {
  jar: CookieJar;
  seal: Seal;
  name: CookieName;
  purpose: Purpose;
  maxAgeSeconds: number;
  /** Whether an opened value still counts. */
  isFresh?: (value: T) => boolean;
  /** What goes into the cookie; null clears it. By default the value, sealed. */
  pack?: (value: T) => Promise<string | null>;
}

/** Opens a sealed cookie. A value that does not open, or is no longer fresh, counts as not there. */
export async function openSlot<T extends object>(options: Options<T>): Promise<SealedSlot<T>> {
  const { jar, seal, name, purpose, maxAgeSeconds, isFresh = () => true } = options;
  const pack = options.pack ?? ((value: T) => seal.seal(purpose, value));
  const opened = await seal.open<T>(purpose, jar.get(name));
  const before = opened && isFresh(opened) ? opened : null;
  const slot: SealedSlot<T> = {
    before,
    value: before,
    async save() {
      if (slot.value === before) return;
      const packed = slot.value && (await pack(slot.value));
      if (packed) jar.set(name, packed, maxAgeSeconds);
      else jar.clear(name);
    },
  };
  return slot;
}
