import { deflateRawSync } from "node:zlib";
import { holdsKnownHash, isCounted, readsLikeText, shareOfWords } from "./guessable";

const HEX = /^[0-9a-f]+$/i;
const MIN_BYTES = 32;
/** Entropy by character frequency: 43 random base64 characters have about 215 bits, a sentence that long 160. */
const MIN_BITS = 180;

/** What makes a secret weak. Random bytes fail one of these less than once in ten thousand. */
const FAULTS: Record<string, (secret: string, bytes: Buffer) => boolean> = {
  length: (_, bytes) => bytes.length < MIN_BYTES,
  // Random bytes do not compress; repetitions do.
  repetition: (_, bytes) => deflateRawSync(bytes, { level: 9 }).length < bytes.length,
  sequence: (secret, bytes) => isCounted(bytes, 1 / 4) || isCounted(Buffer.from(secret), 1 / 2),
  entropy: (secret) => bitsOf(secret) < MIN_BITS,
  words: (secret) => shareOfWords(secret) > 1 / 3 || (!HEX.test(secret) && readsLikeText(secret)),
  hash: (_, bytes) => holdsKnownHash(bytes),
  // Random bytes are never all printable: this is a text in hex or base64, so the text itself must be strong.
  "encoded text": (secret, bytes) => {
    const text = bytes.toString("latin1").trim();
    return text !== secret && /^[\x20-\x7e]+$/.test(text) && secretFault(text) !== null;
  },
};

/** Why a secret is too weak, or null if it looks like 32 or more random bytes. */
export function secretFault(secret: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(secret)) return "characters";
  const bytes = secretBytes(secret);
  return Object.keys(FAULTS).find((name) => FAULTS[name]!(secret, bytes)) ?? null;
}

/** The bytes of a secret in hex, base64 or plain characters. */
export function secretBytes(secret: string): Buffer {
  if (HEX.test(secret)) return Buffer.from(secret, "hex");
  if (/^[\w+/-]+={0,2}$/.test(secret)) return Buffer.from(secret, "base64");
  return Buffer.from(secret, "utf8");
}

function bitsOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const char of secret) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / secret.length);
  return bits;
}
