import { expect, test } from "vitest";
import { createBreaker } from "../../server/operator/breaker";
import { createPatience } from "../../server/operator/patience";
import { endpoints } from "../../server/operator/contract";
import { code, json, raw, reset, scriptedOperator } from "./scripted-operator";

/** A breaker with a clock that only the test moves. */
function breakerAt() {
  let time = 0;
  const lines: string[] = [];
  const log = {
    info: (_: object, text: string) => void lines.push(text),
    warn: (_: object, text: string) => void lines.push(text),
  };
  const breaker = createBreaker(log, () => time);
  const attempt = (caller: string, outcome: "failed" | "answered", askedMs = 0): boolean => {
    const pass = breaker.enter("GET /x", caller);
    if (!pass) return false;
    if (outcome === "failed") pass.failed(askedMs);
    else pass.answered();
    pass.leave();
    return true;
  };
  const failing = (caller: string, times: number) => {
    for (let left = times; left > 0; left -= 1) expect(attempt(caller, "failed")).toBe(true);
  };
  return { breaker, lines, attempt, failing, sleep: (ms: number) => void (time += ms) };
}

test("five failures in a row pause a member's calls, and nobody else's", () => {
  const { attempt, failing, lines } = breakerAt();
  failing("a", 5);
  expect(attempt("a", "answered")).toBe(false);
  expect(attempt("b", "answered")).toBe(true);
  expect(lines).toEqual([]);
});

test("an answer in between, or a minute, begins a new row", () => {
  const { attempt, failing, sleep } = breakerAt();
  failing("a", 4);
  expect(attempt("a", "answered")).toBe(true);
  failing("a", 4);
  sleep(60_000);
  failing("a", 4);
  expect(attempt("a", "answered")).toBe(true);
});

test("failures of three members, and no answer in between, pause the calls of all", () => {
  const { attempt, failing, lines } = breakerAt();
  failing("a", 1);
  failing("b", 1);
  expect(attempt("c", "answered")).toBe(true);
  failing("a", 1);
  failing("b", 1);
  failing("c", 1);
  expect(attempt("d", "answered")).toBe(false);
  expect(lines).toEqual(["operator calls paused"]);
});

test("other kinds of calls go on", () => {
  const { breaker, failing } = breakerAt();
  failing("a", 5);
  expect(breaker.enter("GET /x", "a")).toBeNull();
  expect(breaker.enter("GET /y", "a")).not.toBeNull();
});

test("after a pause one call at a time is a probe, and pauses grow to five seconds", () => {
  const { breaker, failing, sleep } = breakerAt();
  failing("a", 5);
  for (const pause of [1_000, 2_000, 4_000, 5_000, 5_000]) {
    sleep(pause - 1);
    expect(breaker.enter("GET /x", "a")).toBeNull();
    sleep(1);
    const probe = breaker.enter("GET /x", "a")!;
    expect(probe.mayRetry()).toBe(false);
    expect(breaker.enter("GET /x", "a")).toBeNull();
    probe.failed();
    probe.leave();
  }
});

test("an answer to a probe ends the pause for good", () => {
  const { attempt, failing, sleep, lines } = breakerAt();
  for (const caller of ["a", "b", "c"]) failing(caller, 1);
  sleep(1_000);
  expect(attempt("d", "answered")).toBe(true);
  failing("a", 1);
  expect(attempt("d", "answered")).toBe(true);
  expect(lines).toEqual(["operator calls paused", "operator calls resumed"]);
});

test("a probe that ends without an outcome makes room for the next", () => {
  const { breaker, failing, sleep } = breakerAt();
  failing("a", 5);
  sleep(1_000);
  breaker.enter("GET /x", "a")!.leave();
  expect(breaker.enter("GET /x", "a")).not.toBeNull();
});

test.each([
  [30_000, 30_000],
  [3_600_000, 60_000],
])("a wait of %d ms that the operator asks for is respected, up to a minute", (asked, waited) => {
  const { attempt, sleep } = breakerAt();
  attempt("a", "failed", asked);
  sleep(waited - 1);
  expect(attempt("a", "answered")).toBe(false);
  expect(attempt("b", "answered")).toBe(true);
  sleep(1);
  expect(attempt("a", "answered")).toBe(true);
});

test("the patience of a page counts the time of its reads, and parallel ones once", async () => {
  let time = 0;
  const patience = createPatience(8_000, () => time);
  const read = (ms: number) => patience.during(async () => void (time += ms));
  await read(3_000);
  time += 60_000; // a write, or a pause
  expect(patience.left()).toBe(5_000);
  await Promise.all([read(1_000), read(0), read(0)]);
  expect(patience.left()).toBe(4_000);
  let during = 0;
  await patience.during(async () => {
    time += 1_500;
    during = patience.left();
  });
  expect([during, patience.left()]).toEqual([2_500, 2_500]);
  await read(60_000);
  expect(patience.left()).toBe(0);
});

const auth = { token: "member-token" };
const move = { from: "wallet", to: "PG", amount: 100_00 };

test("a read that keeps failing is not sent for a moment, another member's is, and money calls always are", async () => {
  await using operator = await scriptedOperator();
  operator.answers(raw(503, ""));
  for (let page = 0; page < 3; page += 1) await operator.client.call(endpoints.getWallet, {}, auth);
  expect(operator.received).toHaveLength(5);
  expect(await operator.client.call(endpoints.getWallet, {}, auth)).toEqual({ kind: "not-sent", cause: "paused" });
  expect(operator.received).toHaveLength(5);
  operator.answers(json(200, { hasQrcode: false }));
  expect((await operator.client.call(endpoints.getWallet, {}, { token: "another" })).kind).toBe("unknown");
  expect((await operator.client.call(endpoints.findQr, { bankCode: "KBANK" }, auth)).kind).toBe("answer");
  operator.answers(raw(503, "", { "retry-after": "60" }));
  for (let time = 0; time < 8; time += 1) {
    expect((await operator.client.call(endpoints.transfer, move, auth)).kind).toBe("unknown");
  }
  expect(operator.received).toHaveLength(8);
});

test("a connection that breaks is a failure of the operator", async () => {
  await using operator = await scriptedOperator();
  operator.answers(reset);
  for (let page = 0; page < 3; page += 1) await operator.client.call(endpoints.getWallet, {}, auth);
  expect(await operator.client.call(endpoints.getWallet, {}, auth)).toEqual({ kind: "not-sent", cause: "paused" });
  expect(operator.received).toHaveLength(5);
});

test("a refusal and an answer that cannot be understood are no failures of the operator", async () => {
  await using operator = await scriptedOperator();
  for (const answer of [
    code(404, "NO_WALLET"),
    json(200, { slots: "none" }),
    raw(200, "<html>"),
    code(503, "NO_WALLET"),
  ]) {
    operator.answers(answer);
    for (let page = 0; page < 6; page += 1) await operator.client.call(endpoints.getWallet, {}, auth);
    expect(operator.received).toHaveLength(6);
  }
});

test("a limit of the operator pauses the reads of the member whom it asks to wait", async () => {
  await using operator = await scriptedOperator();
  operator.answers(json(429, { message: "REQUEST_LIMIT" }, { "retry-after": "30" }));
  expect((await operator.client.call(endpoints.getWallet, {}, auth)).kind).toBe("refused");
  expect(await operator.client.call(endpoints.getWallet, {}, auth)).toMatchObject({ cause: "paused" });
  expect((await operator.client.call(endpoints.getWallet, {}, { token: "another" })).kind).toBe("refused");
  expect(operator.received).toHaveLength(2);
});

test("a page whose time is over sends no read", async () => {
  await using operator = await scriptedOperator();
  const spent = { ...auth, patienceMs: 0 };
  expect(await operator.client.call(endpoints.getWallet, {}, spent)).toEqual({ kind: "not-sent", cause: "patience" });
  expect(operator.received).toHaveLength(0);
});
