import { createHash, hkdfSync } from "node:crypto";
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from "jose";

/** What a key is for; a cookie sealed for one purpose never opens as another. */
export type Purpose = "session" | "visitor" | "draft" | "wizard" | "flash";

export interface Seal {
  /** JSON → JWE (`dir`, A256GCM). */
  seal(purpose: Purpose, content: object): Promise<string>;
  /** The content, or null for anything that this market did not seal for this purpose with a known secret. */
  open<T extends object>(purpose: Purpose, sealed: string | undefined): Promise<T | null>;
}

const MAX_SEALED = 4096;

/** A 256-bit key for one use of one secret. */
export const deriveKey = (secret: string, use: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "member-wallet", use, 32));

const keyId = (secret: string) => createHash("sha256").update(deriveKey(secret, "kid")).digest("base64url").slice(0, 8);

/** JWE parts have one spelling only, so that no bit of a cookie can change without being noticed. */
const canonical = (sealed: string) =>
  sealed.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

/**
 * Seals cookies. The first secret seals, every secret opens: put a new one in front to rotate.
 * @param market part of the audience: a cookie of the Thai deployment is nothing to the Lao one
 */
export function createSeal(secrets: string[], market: string): Seal {
  const audience = `member-wallet:${market}`;
  const rings = secrets.map((secret) => ({ kid: keyId(secret), keys: new Map<Purpose, Uint8Array>(), secret }));
  const keyOf = (ring: (typeof rings)[number], purpose: Purpose) => {
    const key = ring.keys.get(purpose) ?? deriveKey(ring.secret, `seal:${purpose}`);
    ring.keys.set(purpose, key);
    return key;
  };
  return {
    async seal(purpose, content) {
      const ring = rings[0]!;
      return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
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
        return JSON.parse(Buffer.from(plaintext).toString("utf8")) as T;
      } catch {
        return null;
      }
    },
  };
}
