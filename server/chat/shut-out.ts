import { errorCode } from "../operator/errors";
import type { Caller } from "./handshake";
import type { UpstreamAuth } from "./upstream";

/** How long a browser that the operator has refused gets no socket. Its page comes back every few seconds. */
const SHUT_MS = 60_000;

/** The browsers whose member or session the operator does not know any more. */
export function createShutOut() {
  const owners = new Set<string>();
  return {
    has: ({ owner }: Caller) => owners.has(owner),
    add({ owner }: Caller) {
      owners.add(owner);
      setTimeout(() => owners.delete(owner), SHUT_MS).unref();
    },
  };
}

/**
 * Whether the operator's refusal of a room means this browser.
 * @param auth who has spoken for the room: other sessions of the same member may be good
 */
export function isRefused({ token }: Caller, code: string, auth: UpstreamAuth): boolean {
  const kind = errorCode(code)?.kind;
  return kind === "gone" || (kind === "auth" && "token" in auth && auth.token === token);
}
