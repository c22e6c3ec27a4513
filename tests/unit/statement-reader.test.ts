/** Reading whole statements from an operator over HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createStatements, type Statements } from "../../server/statement/reader";
import { json, raw, scriptedOperator, type Answer } from "../contract/scripted-operator";

type Operator = Awaited<ReturnType<typeof scriptedOperator>>;

const LONG = 60_000;
let operator: Operator;
let statements: Statements;
beforeEach(async () => {
  operator = await scriptedOperator();
  statements = createStatements(operator.client);
});
afterEach(() => operator[Symbol.asyncDispose]());

/** A page of `count` rows of `amount` baht; the statement has `total` rows. */
const page = (total: number, count: number, amount = 1): Answer =>
  json(200, {
    total,
    statements: Array.from({ length: count }, () => ({
      statementType: "deposit",
      status: "SUCCESS",
      from: "KBANK",
      to: "wallet",
      amount,
      createdAt: "2025-11-20T05:00:00.000Z",
    })),
  });

/** An answer that waits until it is released. */
function held(answer: Answer) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const wait: Answer = (response, request) => void released.then(() => answer(response, request));
  return { wait, release };
}

const auth = (token: string) => ({ token });
const pagesAsked = () => operator.received.map(({ body }) => (JSON.parse(body) as { page: number }).page);

describe("reading a statement", () => {
  test("pages are joined to one list, and concurrent requests share the same calls", async () => {
    operator.answers(page(250, 100), page(250, 100), page(250, 50));
    const [one, other] = await Promise.all([
      statements.read("a", auth("t"), { waitMs: LONG }),
      statements.read("a", auth("t"), { waitMs: LONG }),
    ]);
    expect([one.state, one.rows.length, one.total]).toEqual(["done", 250, 250]);
    expect(other.rows).toEqual(one.rows);
    expect(pagesAsked()).toEqual([1, 2, 3]);
  });

  test("a request that does not wait gets the progress, and reading continues", async () => {
    const last = held(page(150, 50));
    operator.answers(page(150, 100), last.wait);
    let early;
    do early = await statements.read("a", auth("t"), { waitMs: 20 });
    while (early.rows.length === 0);
    expect([early.state, early.rows.length, early.total]).toEqual(["reading", 100, 150]);
    last.release();
    const whole = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([whole.state, whole.rows.length]).toEqual(["done", 150]);
  });

  test("members never see each other's rows, and each statement is read with the member's own token", async () => {
    operator.answers(page(1, 1, 7), page(2, 2, 9));
    const one = await statements.read("a", auth("token-a"), { waitMs: LONG });
    const other = await statements.read("b", auth("token-b"), { waitMs: LONG });
    expect(one.rows.map(({ amount }) => amount)).toEqual([7_00]);
    expect(other.rows.map(({ amount }) => amount)).toEqual([9_00, 9_00]);
    expect(operator.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-a", "Bearer token-b"]);
  });

  test("new rows are found by the next request, with one call", async () => {
    operator.answers(page(120, 100), page(120, 20));
    await statements.read("a", auth("t"), { waitMs: LONG });
    operator.answers(page(123, 100));
    const again = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([again.state, again.rows.length, again.total]).toEqual(["done", 123, 123]);
    expect(pagesAsked()).toEqual([1]);
  });

  test("a failing operator is reported, and the next try keeps the rows already read", async () => {
    operator.answers(page(250, 100), raw(502, "bad gateway"), raw(502, "bad gateway"));
    const failed = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([failed.state, failed.rows.length, failed.failure?.kind]).toEqual(["failed", 100, "unknown"]);
    operator.answers(page(250, 100), page(250, 100), page(250, 50));
    const whole = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([whole.state, whole.rows.length, whole.failure]).toEqual(["done", 250, null]);
  });

  test("an ended session is reported as such, and the next session's token is used", async () => {
    operator.answers(json(401, { message: "EXPIRED_AUTH_TOKEN" }));
    expect((await statements.read("a", auth("old"), { waitMs: LONG })).failure?.kind).toBe("login");
    operator.answers(page(1, 1));
    expect((await statements.read("a", auth("new"), { waitMs: LONG })).state).toBe("done");
    expect(operator.received[0]!.headers.authorization).toBe("Bearer new");
  });

  test("a period is read only as far back as needed, and the whole statement on demand", async () => {
    operator.answers(page(250, 100), page(250, 100), page(250, 50));
    const since = Date.parse("2025-11-21T00:00:00Z");
    expect((await statements.read("a", auth("t"), { waitMs: LONG, since })).rows).toHaveLength(100);
    expect(pagesAsked()).toEqual([1]);
    operator.answers(page(250, 100), page(250, 100), page(250, 50));
    expect((await statements.read("a", auth("t"), { waitMs: LONG })).rows).toHaveLength(250);
    expect(pagesAsked()).toEqual([1, 2, 3]);
  });

  test("movements that cannot be read are counted, and the others are read", async () => {
    const odd = (amount: unknown) => page(150, 50, amount as number);
    operator.answers(page(150, 100), odd("–"));
    const reading = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([reading.state, reading.rows.length, reading.unread, reading.total]).toEqual(["done", 100, 50, 150]);
    expect(pagesAsked()).toEqual([1, 2]);
  });

  test("an operator that ignores the limit and sends everything is read completely", async () => {
    operator.answers(page(3_000, 3_000));
    const reading = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([reading.state, reading.rows.length, reading.total]).toEqual(["done", 3_000, 3_000]);
  });

  test("without the number of movements nobody can say where the statement ends", async () => {
    operator.answers(json(200, { statements: [] }));
    const reading = await statements.read("a", auth("t"), { waitMs: LONG });
    expect([reading.state, reading.failure]).toEqual(["failed", { kind: "unknown", cause: "no-total" }]);
  });

  test("after five minutes everything is read again", async () => {
    let now = Date.parse("2025-11-20T06:00:00Z");
    const aging = createStatements(operator.client, () => now);
    operator.answers(page(120, 100, 1), page(120, 20, 1));
    await aging.read("a", auth("t"), { waitMs: LONG });
    now += 5 * 60_000;
    operator.answers(page(120, 100, 1), page(120, 20, 1));
    await aging.read("a", auth("t"), { waitMs: LONG });
    expect(pagesAsked()).toEqual([1, 2]);
  });
});
