/** Short names of our cookies, without the `__Host-` prefix they get over https. */
type SealedName = "s" | "p" | "d" | "w" | "f" | "c" | "g" | "t";

/** What this browser has chosen. `h`: home hides the balances; `l`: lite mode; `a`: the answer to the agreement. `v`: when its visit began. */
type PlainName = "h" | "l" | "a" | "v";

/** `locale` never gets a prefix: the specification names the key. */
export type CookieName = SealedName | PlainName | "locale";

export interface CookieJar {
  get(name: CookieName): string | undefined;
  /** Without `maxAgeSeconds` the cookie lasts until the browser closes. */
  set(name: CookieName, value: string, maxAgeSeconds?: number): void;
  clear(name: CookieName): void;
  /** Values of the Set-Cookie headers for this request. */
  changes(): string[];
}

const MAX_HEADER = 16_384;

/**
 * The cookies of one request. Over https their names get the prefix `__Host-`, so that sibling hosts cannot set them.
 * Malformed entries are skipped: text browsers send attributes back as cookies.
 */
export function cookieJar(header: string | undefined, secure: boolean): CookieJar {
  const nameOf = (name: CookieName) => (secure && name !== "locale" ? `__Host-${name}` : name);
  const received = parseCookies(header);
  const changed = new Map<string, string>();
  const write = (name: CookieName, value: string, age: string) =>
    changed.set(name, `${nameOf(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}${age}`);
  return {
    get: (name) => received.get(nameOf(name)),
    set: (name, value, maxAgeSeconds) =>
      write(name, value, maxAgeSeconds === undefined ? "" : `; Max-Age=${Math.floor(maxAgeSeconds)}`),
    clear: (name) => write(name, "", "; Max-Age=0"),
    changes: () => [...changed.values()],
  };
}

/** Name → value. The first of several with one name wins: browsers send the most specific one first. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").slice(0, MAX_HEADER).split(";")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    if (/^[\w.-]+$/.test(name) && /^[\w.~+/=-]*$/.test(value) && !cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}
