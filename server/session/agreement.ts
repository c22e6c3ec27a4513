import { createHash } from "node:crypto";
import type { Agreement } from "../context";
import type { CookieJar } from "./cookies";

/** Days until an agreement must be accepted again. */
const AGREEMENT_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
/** Hex digits of the hash in the cookie: enough to notice every change. */
const HASH_DIGITS = 16;

/**
 * The agreement in this browser. Its cookie has the hash of the texts and when they were accepted, in epoch seconds, or 0
 * if the member wants to be asked later.
 */
export function agreementOf(jar: CookieJar, now: number): Agreement {
  const seconds = Math.floor(now / 1000);
  const [answered, at] = (jar.get("a") ?? "").split(".");
  const acceptedAt = Number(at);
  const until = acceptedAt + AGREEMENT_DAYS * DAY_SECONDS;
  // A date in the future was not written here.
  const isValid = acceptedAt > 0 && acceptedAt <= seconds + DAY_SECONDS && seconds < until;
  return {
    of(texts) {
      const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, HASH_DIGITS);
      const isAnswered = hash === answered && texts.length > 0;
      return {
        hash,
        acceptedUntil: isAnswered && isValid ? until * 1000 : null,
        asks: texts.length > 0 && !(isAnswered && (isValid || acceptedAt === 0)),
      };
    },
    answer(hash, accepted) {
      if (accepted) jar.set("a", `${hash}.${seconds}`, AGREEMENT_DAYS * DAY_SECONDS);
      else jar.set("a", `${hash}.0`);
    },
  };
}
