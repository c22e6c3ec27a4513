import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a request holds this token, as `Authorization: Bearer TOKEN`. The time to tell is that of any other. */
export function holdsToken(token: string): (request: Pick<IncomingMessage, "headers">) => boolean {
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ""), expected);
}
