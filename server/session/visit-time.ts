import type { CookieJar } from "./cookies";

/** Milliseconds without a page after which the next one begins another visit. */
export const PAUSE_MS = 30 * 60_000;
/** Milliseconds until a page of the same visit is noted again. */
const NOTE_MS = 5 * 60_000;

/** Latest page and beginning of the visit, in epoch seconds of base 36. */
const NOTED = /^([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/;

/**
 * When the visit to this site began, in epoch milliseconds: with the sign-in, or with the first page after a pause. It
 * notes the page that asks. A cookie that a member has changed misleads nobody else.
 * @param signedInAt epoch milliseconds
 */
export function visitBegan(jar: CookieJar, now: number, signedInAt: number): number {
  const [, last, first] = (NOTED.exec(jar.get("v") ?? "") ?? ["", "", ""]).map((part) => parseInt(part, 36) * 1000);
  const isKnown = last !== undefined && first! <= last && last <= now + 1000 && last >= signedInAt - 1000;
  const [lastAt, firstAt] = isKnown ? [last, Math.max(first!, signedInAt)] : [signedInAt, signedInAt];
  const began = now - lastAt < PAUSE_MS ? Math.min(firstAt, now) : now;
  const inSeconds = (at: number) => Math.floor(at / 1000).toString(36);
  if (now - lastAt >= NOTE_MS) jar.set("v", `${inSeconds(now)}.${inSeconds(began)}`);
  return began;
}
