import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "../../server/operator/client";
import { endpoints } from "../../server/operator/contract";
import { ERROR_CODES } from "../../server/operator/errors";
import {
  type Answer,
  code,
  json,
  raw,
  reset,
  scriptedOperator,
  silence,
  trickle,
  truncated,
} from "./scripted-operator";

const operator = await scriptedOperator();
afterAll(() => operator[Symbol.asyncDispose]());

const auth = { token: "member-token" };
const move = { from: "wallet", to: "PGSLOT", amount: 100_50 };
/** A timeout short enough to wait for, and long enough for a busy machine to connect. */
const HASTY_MS = 2_000;
const hasty = { ...endpoints.transfer, timeoutMs: HASTY_MS };
const endless = new Set<Answer>([silence, trickle]);

const transferring = (answer: Answer) => {
  operator.answers(answer);
  return operator.client.call(endless.has(answer) ? hasty : endpoints.transfer, move, auth);
};

describe("a transfer succeeded", () => {
  test.each(["SUCCESS", "OK", "a text of the operator's own"])("if a 200 has the message %s", async (message) => {
    expect(await transferring(code(200, message))).toEqual({ kind: "answer", output: { message } });
  });
});

describe("a transfer is unknown, not done and not failed", () => {
  const answers: [string, Answer][] = [
    ["500 without JSON", raw(500, "Internal error")],
    ["500 INTERNAL_SERVER_ERROR", code(500, "INTERNAL_SERVER_ERROR")],
    ["200 INTERNAL_SERVER_ERROR", code(200, "INTERNAL_SERVER_ERROR")],
    ["500 that says SUCCESS", code(500, "SUCCESS")],
    ["502 HTML", raw(502, "<html></html>", { "content-type": "text/html" })],
    ["503 with a code nobody knows", code(503, "SOMETHING_NEW")],
    ["504", raw(504, "")],
    ["408", code(408, "SOMETHING_NEW")],
    ["409 with a code nobody knows", code(409, "SOMETHING_NEW")],
    ["425", raw(425, "")],
    ["404 HTML of a gateway", raw(404, "<html></html>")],
    ["400 that says SUCCESS", code(400, "SUCCESS")],
    ["200 HTML", raw(200, "<html></html>", { "content-type": "text/html" })],
    ["200 empty", raw(200, "")],
    ["204", raw(204, "")],
    ["200 of the wrong type", json(200, ["SUCCESS"])],
    ["200 null", json(200, null)],
    ["200 of the wrong schema", json(200, { message: 1 })],
    ["200 with a failure without a code", json(200, { success: false, message: 1 })],
    ["200 with a key twice", raw(200, '{"message":"MONEY_NOT_ENOUGH","message":"SUCCESS"}')],
    ["200 with a key twice, once escaped", raw(200, '{"message":"SUCCESS","mess\\u0061ge":"SUCCESS"}')],
    ["200 with __proto__", raw(200, '{"message":"SUCCESS","__proto__":{"polluted":true}}')],
    ["200 nested without end", raw(200, `{"message":"SUCCESS","x":${"[".repeat(1000)}${"]".repeat(1000)}}`)],
    ["200 that is not UTF-8", raw(200, Buffer.from([0x22, 0xff, 0x22]))],
    ["200 compressed unasked", raw(200, gzipSync('{"message":"SUCCESS"}'), { "content-encoding": "gzip" })],
    ["200 of 100 MB", raw(200, `{"message":"SUCCESS","x":"${"x".repeat(100_000_000)}"}`)],
    ["200 cut off", truncated],
    ["200 that trickles without end", trickle],
    ["reset after the request was read", reset],
    ["no answer", silence],
  ];

  test.each(answers)("%s", async (_, answer) => {
    expect((await transferring(answer)).kind).toBe("unknown");
    expect(operator.received).toHaveLength(1);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([301, 302, 303, 307, 308])("%d, and redirects are not followed", async (status) => {
    await using trap = await scriptedOperator();
    expect((await transferring(raw(status, "", { location: `${trap.origin}/trap` }))).kind).toBe("unknown");
    expect(trap.received).toHaveLength(0);
    expect(operator.received).toHaveLength(1);
  });
});

describe("a transfer is refused", () => {
  const refusals = Object.entries(ERROR_CODES).filter(([, { kind }]) => kind === "refused");

  test.each(refusals.map(([name]) => name))("with %s, whatever the status", async (name) => {
    for (const status of [200, 400, 401, 403, 404, 409, 429, 500, 503]) {
      expect(await transferring(code(status, name))).toMatchObject({ kind: "refused", code: name });
    }
  });

  test("with a 4xx and an unknown code", async () => {
    expect(await transferring(code(403, "SOMETHING_NEW"))).toEqual({ kind: "refused", code: "SOMETHING_NEW" });
  });

  test("with a text that is not a code, which is kept as a text", async () => {
    const message = "ปิดปรับปรุง <b>ถึงเที่ยง</b>";
    expect(await transferring(code(400, message))).toEqual({ kind: "refused", code: "GENERAL", message });
  });

  test("with a rate limit and the time to wait", async () => {
    const limited = { kind: "refused", code: "REQUEST_LIMIT" };
    const wait = { "retry-after": "42" };
    expect(await transferring(json(429, { message: "REQUEST_LIMIT" }, wait))).toEqual({
      ...limited,
      retryAfterSeconds: 42,
    });
    expect(await transferring(raw(429, "slow down"))).toEqual(limited);
    const date = new Date(Date.now() + 60_000).toUTCString();
    const dated = await transferring(json(429, { message: "REQUEST_LIMIT" }, { "retry-after": date }));
    expect(dated).toMatchObject({ retryAfterSeconds: expect.closeTo(60, -1) as number });
  });

  test("with a failed spin, which has status 200", async () => {
    operator.answers(json(200, { success: false, error: "MONEY_NOT_ENOUGH" }));
    expect(await operator.client.call(endpoints.spin, {}, auth)).toEqual({ kind: "refused", code: "MONEY_NOT_ENOUGH" });
  });
});

describe("the session is over", () => {
  const over = Object.entries(ERROR_CODES).filter(([, { kind }]) => kind === "auth");

  test.each(over.map(([name]) => name))("if the operator answers %s, whatever the status", async (name) => {
    for (const status of [200, 400, 401, 403, 500]) {
      expect(await transferring(code(status, name))).toEqual({ kind: "login", code: name });
    }
  });

  test("if it answers 401 without a known code", async () => {
    expect((await transferring(code(401, "SOMETHING_NEW"))).kind).toBe("login");
    expect((await transferring(raw(401, "<html></html>"))).kind).toBe("login");
  });

  test("but not if a login has a wrong password", async () => {
    operator.answers(code(401, "WRONG_CREDENTIAL"));
    const input = { username: "0812345678", password: "x" };
    expect(await operator.client.call(endpoints.login, input, { token: null })).toEqual({
      kind: "refused",
      code: "WRONG_CREDENTIAL",
    });
  });

  test("if a member's call has no token or one that is invalid in a header: nothing is sent", async () => {
    operator.answers(code(200, "SUCCESS"));
    for (const token of [null, "a\r\nX-Evil: 1", "กขค", ""]) {
      expect((await operator.client.call(endpoints.transfer, move, { token })).kind).toBe("login");
    }
    expect(operator.received).toHaveLength(0);
  });
});

test.each([200, 400, 401, 410, 500])("account-gone with status %d means that the account is gone", async (status) => {
  expect(await transferring(code(status, "account-gone"))).toEqual({ kind: "gone" });
});

test("other spellings of the operator's two special messages are recognised", async () => {
  await using other = await scriptedOperator({ codes: { accountGone: "CLOSED", invalidToken: "BAD_TOKEN" } });
  other.answers(code(200, "CLOSED"), code(400, "BAD_TOKEN"));
  expect(await other.client.call(endpoints.transfer, move, auth)).toEqual({ kind: "gone" });
  expect(await other.client.call(endpoints.transfer, move, auth)).toEqual({ kind: "login", code: "BAD_TOKEN" });
});

describe("nothing was sent", () => {
  const log = { info: () => {}, warn: () => {} };
  const callAt = async (baseUrl: string) => {
    const client = createClient({ baseUrl, marker: "wallet-user", log });
    const result = await client.call(endpoints.transfer, move, auth);
    await client.close();
    return result;
  };

  test("if the connection is refused", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await callAt(`http://127.0.0.1:${port}`)).toMatchObject({ kind: "not-sent", cause: "ECONNREFUSED" });
  });

  test("if the host name does not resolve", async () => {
    expect((await callAt("http://operator.invalid")).kind).toBe("not-sent");
  });

  test("if TLS fails, with a wrong protocol or a reset", async () => {
    expect((await callAt(operator.origin.replace("http:", "https:"))).kind).toBe("not-sent");
    const server = createServer(
      (socket) => void socket.on("error", () => {}).once("data", () => socket.resetAndDestroy()),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    expect((await callAt(`https://127.0.0.1:${(server.address() as { port: number }).port}`)).kind).toBe("not-sent");
    await new Promise((resolve) => server.close(resolve));
  });

  test("if the timeout ends before the connection is open, and it is not sent later either", async () => {
    let bytes = 0;
    const server = createServer(
      (socket) => void socket.on("error", () => {}).on("data", (data) => (bytes += data.length)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = createClient({
      baseUrl: `https://127.0.0.1:${(server.address() as { port: number }).port}`,
      marker: "m",
      log,
    });
    const result = await client.call(hasty, move, auth);
    expect(result).toEqual({ kind: "not-sent", cause: "deadline" });
    expect(bytes).toBeGreaterThan(0); // the TLS handshake; no request was sent
    server.close();
  });

  test("if the input is invalid or could change the path", async () => {
    operator.answers(code(200, "SUCCESS"));
    const calls = [
      operator.client.call(endpoints.transfer, { ...move, amount: 0.5 }, auth),
      operator.client.call(endpoints.transfer, { ...move, amount: 0 }, auth),
      operator.client.call(endpoints.cancelQr, { bankCode: ".." }, auth),
      operator.client.call(endpoints.uploadSlip, {}, auth),
    ];
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(4).fill("not-sent"));
    expect(operator.received).toHaveLength(0);
  });
});
