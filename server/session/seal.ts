import { createHash, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from "jose";

/** What a cookie is for. A cookie sealed for one purpose does not open for another. */
export type Purpose = "session" | "visitor" | "draft" | "wizard" | "flash" | "asked" | "guest";

export interface Seal {
  /** JSON → JWE (`dir`, A256GCM). */
  seal(purpose: Purpose, content: object): Promise<string>;
  /** The content; null unless this namespace sealed it for this purpose with a known secret. */
  open<T extends object>(purpose: Purpose, sealed: string | undefined): Promise<T | null>;
}

const MAX_SEALED = 4096;

/** A draft may be a long text. It has only what its writer typed, so its length tells nothing of a secret. */
const COMPRESSED: ReadonlySet<Purpose> = new Set(["draft"]);
const MAX_PLAIN = 64 * 1024;

/**
 * Derives a 256-bit key from a secret, a different one for each use (HKDF-SHA-256). Node takes a key object four times as
 * fast as its bytes.
 */
export const deriveKey = (secret: string, use: string) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, "member-wallet", use, 32)));

const keyId = (secret: string) =>
  createHash("sha256").update(deriveKey(secret, "kid").export()).digest("base64url").slice(0, 8);

/** Rejects alternative base64url spellings of a JWE, so that every changed bit of a cookie is noticed. */
const canonical = (sealed: string) =>
  sealed.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

/**
 * Seals and opens cookies. The first secret seals, all of them open: to rotate, put a new one in front.
 * @param namespace part of the JWE's audience: cookies of the Thai deployment do not open in the Lao one
 */
export function createSeal(secrets: string[], namespace: string): Seal {
  const audience = `member-wallet:${namespace}`;
  const rings = secrets.map((secret) => ({ kid: keyId(secret), keys: new Map<Purpose, KeyObject>(), secret }));
  const keyOf = (ring: (typeof rings)[number], purpose: Purpose) => {
    const key = ring.keys.get(purpose) ?? deriveKey(ring.secret, `seal:${purpose}`);
    ring.keys.set(purpose, key);
    return key;
  };
  return {
    async seal(purpose, content) {
      const ring = rings[0]!;
      const plain = Buffer.from(JSON.stringify(content));
      return new CompactEncrypt(COMPRESSED.has(purpose) ? deflateRawSync(plain) : plain)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: ring.kid, aud: audience })
        .encrypt(keyOf(ring, purpose));
    },
    async open<T extends object>(purpose: Purpose, sealed: string | undefined) {
      if (!sealed || sealed.length > MAX_SEALED || !canonical(sealed)) return null;
      try {
        const header = decodeProtectedHeader(sealed);
        const ring = rings.find(({ kid }) => kid === header.kid);
        if (!ring || header.aud !== audience) return null;
        const { plaintext } = await compactDecrypt(sealed, keyOf(ring, purpose), {
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        });
        const plain = COMPRESSED.has(purpose)
          ? inflateRawSync(plaintext, { maxOutputLength: MAX_PLAIN })
          : Buffer.from(plaintext);
        return JSON.parse(plain.toString("utf8")) as T;
      } catch {
        return null;
      }
    },
  };
}
