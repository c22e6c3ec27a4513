import { expect, test } from "vitest";
import { verdictOf } from "../../server/operations/verdict";
import { fingerprintOf } from "../../server/operations/proofs";
import { assertMove, isOpen } from "../../server/operations/state";
import type { OpState } from "../../server/operations/types";

const STATES: OpState[] = ["inflight", "done", "rejected", "unknown", "notdone", "review"];
const LEGAL = [
  "none inflight",
  "inflight done",
  "inflight rejected",
  "inflight unknown",
  "unknown done",
  "unknown notdone",
  "unknown review",
  "notdone done",
  "review done",
];

test("only the transitions in the table are allowed; others throw", () => {
  for (const from of ["none", ...STATES] as const) {
    for (const to of STATES) {
      const move = () => assertMove(from, to);
      if (LEGAL.includes(`${from} ${to}`)) expect(move).not.toThrow();
      else expect(move).toThrow(`from ${from} to ${to}`);
    }
  }
});

test("money forms stay closed until the outcome is known or, after a review, the member has read it", () => {
  const open = STATES.filter((state) => isOpen({ state, acknowledged: false }));
  expect(open).toEqual(["inflight", "unknown", "review"]);
  expect(isOpen({ state: "review", acknowledged: true })).toBe(false);
});

test.each([
  ["an answer is done", "transfer", { kind: "answer", output: { message: "SUCCESS" } }, { state: "done" }],
  [
    "a refusal keeps its code",
    "withdraw",
    { kind: "refused", code: "MONEY_NOT_ENOUGH" },
    { state: "rejected", patch: { code: "MONEY_NOT_ENOUGH" } },
  ],
  [
    "a refusal keeps the time to wait",
    "withdraw",
    { kind: "refused", code: "REQUEST_LIMIT_1MIN", retryAfterSeconds: 40 },
    { patch: { output: { retryAfterSeconds: 40 } } },
  ],
  [
    "if no byte was written, nothing was sent",
    "transfer",
    { kind: "not-sent", cause: "ECONNREFUSED" },
    { state: "returned", reason: "not-sent" },
  ],
  [
    "if the session has ended, nothing was done",
    "transfer",
    { kind: "login", code: "invalid-token" },
    { state: "returned", reason: "login" },
  ],
  ["if the account is gone, nothing was done", "transfer", { kind: "gone" }, { state: "returned", reason: "gone" }],
  [
    "anything else is unknown",
    "transfer",
    { kind: "unknown", cause: "RESET" },
    { state: "unknown", patch: { code: "RESET" } },
  ],
  [
    "a QR is kept without its markup",
    "createQr",
    { kind: "answer", output: { hasQrcode: true, qrcodeId: "q", qrcode: "<svg/>" } },
    { state: "done", patch: { output: { hasQrcode: true, qrcodeId: "q" } } },
  ],
  [
    "an answer without a QR is a refusal with the operator's message",
    "createQr",
    { kind: "answer", output: { hasQrcode: false, message: "closed" } },
    { state: "rejected", patch: { message: "closed" } },
  ],
  [
    "a QR that no longer exists counts as cancelled",
    "cancelQr",
    { kind: "refused", code: "NO_DATA" },
    { state: "done" },
  ],
] as const)("%s", (_promise, op, wire, verdict) => {
  const found = verdictOf(op, wire);
  expect(found).toMatchObject(verdict);
  expect(JSON.stringify(found)).not.toContain("svg");
});

test("equal operations have equal fingerprints, whatever other fields the form has", () => {
  const input = { from: "wallet", to: "PG", amount: 100_00 };
  expect(fingerprintOf("transfer", { amount: 100_00, to: "PG", from: "wallet", note: "x" })).toBe(
    fingerprintOf("transfer", input),
  );
  expect(fingerprintOf("transfer", { ...input, amount: 100_01 })).not.toBe(fingerprintOf("transfer", input));
  expect(fingerprintOf("transfer", { ...input, from: "PG", to: "wallet" })).not.toBe(fingerprintOf("transfer", input));
});
