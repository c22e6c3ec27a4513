import { expect, test } from "vitest";
import { verdictOf } from "../../server/operations/verdict";
import { fingerprintOf } from "../../server/operations/proofs";
import { assertMove, closes, isOpen, isUnordered } from "../../server/operations/state";
import { OP_NAMES } from "../../server/operations/types";
import type { OpName, OpState } from "../../server/operations/types";

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

const QR: OpName[] = ["createQr", "cancelQr"];
const MONEY = OP_NAMES.filter((op) => !QR.includes(op) && op !== "uploadSlip" && op !== "spin");
const closedBy = (op: OpName, state: OpState, acknowledged = false) =>
  OP_NAMES.filter((form) => closes({ op, state, acknowledged }, form));

test("an open operation that moves money closes the forms of all others that do", () => {
  for (const op of MONEY) {
    for (const state of ["inflight", "unknown", "review"] as const) expect(closedBy(op, state)).toEqual(MONEY);
    for (const state of ["done", "rejected", "notdone"] as const) expect(closedBy(op, state)).toEqual([]);
    expect(closedBy(op, "review", true)).toEqual([]);
  }
});

test("a QR closes only the forms of QRs, and only while it is being made or cancelled", () => {
  for (const op of QR) {
    expect(closedBy(op, "inflight")).toEqual(QR);
    for (const state of STATES.slice(1)) expect(closedBy(op, state)).toEqual([]);
  }
});

test("a spin closes only the next spin, until its outcome is known", () => {
  for (const state of ["inflight", "unknown", "review"] as const) expect(closedBy("spin", state)).toEqual(["spin"]);
  for (const state of ["done", "rejected", "notdone"] as const) expect(closedBy("spin", state)).toEqual([]);
});

test("a slip closes nothing and is closed by nothing", () => {
  expect(OP_NAMES.filter(isUnordered)).toEqual(["uploadSlip"]);
  for (const state of STATES) expect(closedBy("uploadSlip", state)).toEqual([]);
});

test("a gift that was redeemed before is done if the member has sent it before, and refused if not", () => {
  const wire = { kind: "refused", code: "TRUELINK_DUPLICATE" } as const;
  const done = { state: "done", patch: { output: { already: true }, message: null, traceless: true } };
  const refused = { state: "rejected", patch: { code: "TRUELINK_DUPLICATE", message: null, output: null } };
  expect(verdictOf("submitTruelink", wire, true)).toEqual(done);
  expect(verdictOf("submitTruelink", wire)).toEqual(refused);
  expect(verdictOf("transfer", wire, true)).toEqual(refused);
  expect(verdictOf("submitTruelink", { ...wire, code: "NO_DATA" }, true).state).toBe("rejected");
});

test("only ending something takes its absence for done: a QR, or a bonus", () => {
  const wire = { kind: "refused", code: "NO_DATA", message: "none" } as const;
  for (const op of ["cancelQr", "clearBonus"] as const)
    expect(verdictOf(op, wire)).toEqual({ state: "done", patch: { output: null, message: null, traceless: true } });
  expect(verdictOf("createQr", wire)).toEqual({
    state: "rejected",
    patch: { code: "NO_DATA", message: "none", output: null },
  });
});

test("an answer is kept as it is, but for a QR", () => {
  const output = { hasQrcode: false, qrcode: "text" };
  expect(verdictOf("transfer", { kind: "answer", output })).toEqual({
    state: "done",
    patch: { output, message: null },
  });
  expect(verdictOf("createQr", { kind: "answer", output: { hasQrcode: false, message: 7 } })).toEqual({
    state: "rejected",
    patch: { code: "QR_FAIL", message: null, output: null },
  });
  // Only a plain yes is one.
  expect(verdictOf("createQr", { kind: "answer", output: { hasQrcode: "true" } }).state).toBe("rejected");
});

test("what was not done says why", () => {
  expect(verdictOf("transfer", { kind: "not-sent", cause: "x" }).patch).toEqual({ code: "NOT_SENT" });
  expect(verdictOf("transfer", { kind: "login", code: "invalid-token" }).patch).toEqual({ code: "invalid-token" });
  expect(verdictOf("transfer", { kind: "gone" }).patch).toEqual({ code: "account-gone" });
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
