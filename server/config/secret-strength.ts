import { deflateRawSync } from "node:zlib";

const MIN_BYTES = 32;
/** Entropy by character frequency: 43 random base64 characters have about 215 bits, a sentence that long 160. */
const MIN_BITS = 180;

/** Why a secret is too weak, or null if it looks like 32 or more random bytes. */
export function secretFault(secret: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(secret)) return "characters";
  const bytes = decode(secret);
  if (bytes.length < MIN_BYTES) return "length";
  // Random bytes do not compress; repetitions and sequences do.
  if (deflateRawSync(bytes, { level: 9 }).length < bytes.length) return "repetition";
  return bitsOf(secret) < MIN_BITS ? "entropy" : null;
}

function decode(secret: string): Buffer {
  if (/^[0-9a-f]+$/i.test(secret)) return Buffer.from(secret, "hex");
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
