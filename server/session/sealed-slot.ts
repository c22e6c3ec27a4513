import type { CookieJar, CookieName } from "./cookies";
import type { Purpose, Seal } from "./seal";

/** One sealed cookie of a request: its value on arrival, its current value, and how to write it back. */
export interface SealedSlot<T extends object> {
  /** The value on arrival; null if there was none, or none that could be opened. */
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
  /** Whether an opened value is still valid. */
  isFresh?: (value: T) => boolean;
  /** Returns the cookie's text, or null to clear it. By default it seals the value. */
  pack?: (value: T) => Promise<string | null>;
}

/** Opens a sealed cookie. A value that cannot be opened or is no longer fresh is ignored. */
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
