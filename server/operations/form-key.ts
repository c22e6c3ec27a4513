import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { OP_NAMES, type OpName } from "./types";

/** The content of a form key. Showing a form stores nothing. */
export interface FormKey {
  op: OpName;
  /** The member's sequence when the form was rendered. */
  seq: number;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** The first 8 bytes of the store's epoch id, hex. */
  epoch: string;
}

export interface Bearer {
  sid: string;
  memberId: string;
}

export type Verification = { ok: true; key: FormKey } | { ok: false; fault: "bad" | "expired" | "epoch" };

export interface FormKeys {
  /** Returns 48 characters, safe in HTML and URLs. */
  make(key: FormKey, bearer: Bearer): string;
  verify(text: string, expected: { op: OpName; epoch: string; now: number } & Bearer): Verification;
}

const VERSION = 1;
const BODY = 20;
const MAC = 16;
const TEXT = /^[A-Za-z0-9_-]{48}$/;

/**
 * Signs and verifies form keys: version, operation, sequence (u32), time (u48), epoch (8 bytes), MAC (16 bytes), bound
 * to session and member. The first secret signs, all of them verify, so secrets can be rotated.
 * @param limits `maxAgeMs`: maximum age of a form; `skewMs`: tolerance between the clocks of two instances
 */
export function formKeys(
  secrets: readonly string[],
  limits: { maxAgeMs: number; skewMs: number; mac: boolean; epoch: boolean },
): FormKeys {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "member-wallet form key", 32))),
  );
  const first = keys[0];
  if (!first) throw new Error("Form keys need at least one secret.");

  return {
    make(key, bearer) {
      const body = Buffer.alloc(BODY);
      body.writeUInt8(VERSION, 0);
      body.writeUInt8(OP_NAMES.indexOf(key.op), 1);
      body.writeUInt32BE(key.seq, 2);
      body.writeUIntBE(key.issuedAt, 6, 6);
      body.write(key.epoch, 12, 8, "hex");
      return Buffer.concat([body, mac(first, body, bearer)]).toString("base64url");
    },
    verify(text, expected) {
      if (!TEXT.test(text)) return { ok: false, fault: "bad" };
      const bytes = Buffer.from(text, "base64url");
      const body = bytes.subarray(0, BODY);
      const given = bytes.subarray(BODY);
      const genuine = keys.some((key) => timingSafeEqual(mac(key, body, expected), given));
      const op = OP_NAMES[body.readUInt8(1)];
      if ((limits.mac && !genuine) || body.readUInt8(0) !== VERSION || op !== expected.op)
        return { ok: false, fault: "bad" };
      const key = {
        op,
        seq: body.readUInt32BE(2),
        issuedAt: body.readUIntBE(6, 6),
        epoch: body.toString("hex", 12, BODY),
      };
      const age = expected.now - key.issuedAt;
      if (age > limits.maxAgeMs || age < -limits.skewMs) return { ok: false, fault: "expired" };
      if (limits.epoch && key.epoch !== expected.epoch) return { ok: false, fault: "epoch" };
      return { ok: true, key };
    },
  };
}

function mac(key: KeyObject, body: Buffer, { sid, memberId }: Bearer): Buffer {
  // As JSON, so that ("a", "bc") and ("ab", "c") differ.
  const names = JSON.stringify([sid, memberId]);
  return createHmac("sha256", key).update(names).update("\0").update(body).digest().subarray(0, MAC);
}
