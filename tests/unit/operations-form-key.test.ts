import { expect, test } from "vitest";
import { formKeys } from "../../server/operations/form-key";

const NOW = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const EPOCH = "00112233445566ff";
const LIMITS = { maxAgeMs: 12 * HOUR, skewMs: 120_000, mac: true, epoch: true };
const keys = formKeys(["first secret", "second secret"], LIMITS);
const bearer = { sid: "sid-1", memberId: "member-1" };
const expected = { op: "transfer", epoch: EPOCH, now: NOW, ...bearer } as const;
const made = keys.make({ op: "transfer", seq: 4_000_000_000, issuedAt: NOW, epoch: EPOCH }, bearer);

test("a form key returns the data it was made from", () => {
  expect(made).toMatch(/^[A-Za-z0-9_-]{48}$/);
  expect(keys.verify(made, expected)).toEqual({
    ok: true,
    key: { op: "transfer", seq: 4_000_000_000, issuedAt: NOW, epoch: EPOCH },
  });
});

test("a form key with any changed bit is rejected", () => {
  const bytes = Buffer.from(made, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(keys.verify(changed.toString("base64url"), expected), `bit ${bit}`).toEqual({ ok: false, fault: "bad" });
  }
});

test.each([
  ["another member", { memberId: "member-2" }],
  ["another session", { sid: "sid-2" }],
  ["another operation", { op: "withdraw" }],
  ["ids that are equal only when joined", { sid: "sid-1m", memberId: "ember-1" }],
] as const)("a form key is invalid for %s", (_who, other) => {
  expect(keys.verify(made, { ...expected, ...other })).toEqual({ ok: false, fault: "bad" });
});

test.each(["", "x", made.slice(1), `${made}A`, ` ${made.slice(1)}`, "=".repeat(48), "é".repeat(48)])(
  "%j is rejected",
  (text) => {
    expect(keys.verify(text, expected)).toEqual({ ok: false, fault: "bad" });
  },
);

test("a form key is valid for 12 hours, and tolerates a clock that is 2 minutes slow", () => {
  const at = (now: number) => keys.verify(made, { ...expected, now });
  expect(at(NOW + 12 * HOUR).ok).toBe(true);
  expect(at(NOW + 12 * HOUR + 1)).toEqual({ ok: false, fault: "expired" });
  expect(at(NOW - 120_000).ok).toBe(true);
  expect(at(NOW - 120_001)).toEqual({ ok: false, fault: "expired" });
});

test("a form key is invalid after the records were lost", () => {
  expect(keys.verify(made, { ...expected, epoch: "ffffffffffffffff" })).toEqual({ ok: false, fault: "epoch" });
});

test("secrets rotate: the first signs, all verify", () => {
  const make = (secrets: string[]) => formKeys(secrets, LIMITS);
  expect(make(["new", "first secret"]).verify(made, expected).ok).toBe(true);
  expect(make(["new"]).verify(made, expected)).toEqual({ ok: false, fault: "bad" });
});
