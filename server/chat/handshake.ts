import type { IncomingMessage } from "node:http";
import type { Csrf } from "../http/csrf";
import { foreignHeaders } from "../http/csrf";
import { networkOf } from "../http/network";
import type { Locale } from "../config/config";
import { openBrowserState } from "../session/browser-state";
import type { Seal } from "../session/seal";
import type { Sessions } from "../session/session";
import { identityOf, type ChatIdentity } from "./identity";
import type { UpstreamAuth } from "./upstream";

/** Sockets of one browser: a phone has few tabs. */
const PER_OWNER = 5;
/** Sockets of one network: many members share one address of a mobile network, and pages work without a socket. */
const PER_NETWORK = 40;

export const capOf = (key: string) => (key.startsWith("network:") ? PER_NETWORK : PER_OWNER);

/** The browser behind a socket. */
export interface Caller {
  identity: ChatIdentity;
  /** What the operator knows them by. */
  auth: UpstreamAuth;
  /** The operator's token of a member; null for a guest. */
  token: string | null;
  /** The session, or the guest's browser, that the socket ends with. */
  owner: string;
  /** What counts against the caps: see `capOf`. */
  keys: readonly string[];
  /** Whether a form of ours was issued to this browser. */
  holds(token: unknown): boolean;
  /** Whether the browser is still who it was. */
  isCurrent(): Promise<boolean>;
}

interface Options {
  seal: Seal;
  sessions: Sessions;
  csrf: Csrf;
  own: readonly string[];
  secure: boolean;
  locale: Locale;
  /** The browser's address, behind the proxies that we trust. */
  addressOf(request: IncomingMessage): string;
  now(): number;
}

/** Reads from a handshake who opens the socket: the cookies alone say so. */
export function createHandshake({ seal, sessions, csrf, own, secure, locale, addressOf, now }: Options) {
  const open = ({ cookie, "user-agent": userAgent }: IncomingMessage["headers"]) =>
    openBrowserState({ cookieHeader: cookie, userAgent, secure, locale, seal, sessions, now: now() });

  /** Null if it does not come from one of our pages, or from a browser that has none. */
  return async function callerOf(request: IncomingMessage): Promise<Caller | null> {
    const { headers } = request;
    // Browsers name the origin of every WebSocket. Whoever names none is no browser.
    if (headers.upgrade && headers.origin === undefined) return null;
    if (foreignHeaders(headers, own)) return null;
    const browser = await open(headers);
    const identity = browser.unchecked ? null : identityOf(browser);
    if (!identity) return null;
    const token = browser.session?.token ?? null;
    const owner = browser.formOwner;
    return {
      identity,
      auth: token === null ? { guestId: identity.guestId! } : { token },
      token,
      owner,
      keys: [`owner:${owner}`, `network:${networkOf(addressOf(request))}`],
      holds: (token) => typeof token === "string" && csrf.accepts({ _t: token }, browser.formOwners, []),
      isCurrent: async () => {
        const today = await open(headers);
        return today.formOwner === owner && !today.unchecked;
      },
    };
  };
}
