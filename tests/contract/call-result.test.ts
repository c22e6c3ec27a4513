import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "../../server/operator/client";
import { endpoints } from "../../server/operator/contract";
import type { Endpoint } from "../../server/operator/endpoint";
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
  test.each(["SUCCESS", "OK"])("if a 200 has the message %s", async (message) => {
    expect(await transferring(code(200, message))).toEqual({ kind: "answer", output: { message } });
  });

  test.each(["result", "data", "response"])("if it says so in the envelope %s", async (envelope) => {
    const answer = json(200, { success: true, status: "success", statusCode: 200, [envelope]: { message: "SUCCESS" } });
    expect(await transferring(answer)).toEqual({ kind: "answer", output: { message: "SUCCESS" } });
  });
});

test("each money call counts as done with its own words, and with no other call's", async () => {
  const words = ["SUCCESS", "OK", "BONUS_CLEAR", "INVITE_BONUS_SUCCESS", "REFUND_SUCCESS", "OTP_VERIFIED"];
  const own: [Endpoint, object, string[]][] = [
    [endpoints.transfer, move, []],
    [endpoints.transferAll, { to: "wallet" }, []],
    [endpoints.withdraw, { amount: 100_00 }, []],
    [endpoints.withdrawAll, { amount: 100_00 }, []],
    [endpoints.addToWallet, { amount: 100_00 }, []],
    [endpoints.submitTruelink, { link: "U2FsdGVkX1" }, []],
    [endpoints.cancelQr, { bankCode: "66f1c0a2" }, []],
    [endpoints.activatePromotion, { code: "NEWYEAR" }, []],
    [endpoints.clearBonus, {}, ["BONUS_CLEAR"]],
    [endpoints.receiveInviteBonus, {}, ["INVITE_BONUS_SUCCESS"]],
    [endpoints.receiveRefund, {}, ["REFUND_SUCCESS"]],
    [endpoints.addRefundToWallet, {}, ["REFUND_SUCCESS"]],
  ];
  for (const [endpoint, input, also] of own) {
    for (const word of words) {
      operator.answers(code(200, word));
      const done = ["SUCCESS", "OK", ...also].includes(word);
      const { kind } = await operator.client.call(endpoint, input, auth);
      expect(kind, `${endpoint.path} ${word}`).toBe(done ? "answer" : "unknown");
    }
  }
});

describe("a transfer is unknown, not done and not failed", () => {
  const answers: [string, Answer][] = [
    ["500 without JSON", raw(500, "Internal error")],
    ["200 with a text of the operator's own", code(200, "บันทึกแล้ว")],
    ["200 with a code nobody knows", code(200, "SOMETHING_NEW")],
    ["200 FAILED", code(200, "FAILED")],
    ["200 PENDING", code(200, "PENDING")],
    ["200 in the words of another call", code(200, "BONUS_CLEAR")],
    ["200 with the status error", json(200, { status: "error" })],
    ["200 with the status code 400", json(200, { statusCode: 400 })],
    ["200 that failed, without a code", json(200, { success: false })],
    ["200 that failed, with a code nobody knows", json(200, { success: false, error: "SOMETHING_NEW" })],
    ["200 SUCCESS that failed", json(200, { success: false, message: "SUCCESS" })],
    ["200 SUCCESS with an error", json(200, { message: "SUCCESS", error: "E1234" })],
    ["200 SUCCESS with the status error", json(200, { message: "SUCCESS", status: "error" })],
    ["200 SUCCESS with the status pending", json(200, { message: "SUCCESS", status: "PENDING" })],
    ["200 SUCCESS with the status false", json(200, { message: "SUCCESS", status: false })],
    ["200 SUCCESS with the status code 400", json(200, { message: "SUCCESS", statusCode: 400 })],
    ["200 SUCCESS in an envelope that failed", json(200, { status: "error", data: { message: "SUCCESS" } })],
    ["200 SUCCESS around an envelope that failed", json(200, { message: "SUCCESS", data: { success: false } })],
    ["200 with two messages", json(200, { message: "SUCCESS", data: { message: "MONEY_NOT_ENOUGH" } })],
    ["202 without a message", json(202, {})],
    ["500 INTERNAL_SERVER_ERROR", code(500, "INTERNAL_SERVER_ERROR")],
    ["200 INTERNAL_SERVER_ERROR", code(200, "INTERNAL_SERVER_ERROR")],
    ["500 that says SUCCESS", code(500, "SUCCESS")],
    ["502 HTML", raw(502, "<html></html>", { "content-type": "text/html" })],
    ["500 with a code nobody knows", code(500, "SOMETHING_NEW")],
    ["500 that failed, with a code nobody knows", json(500, { success: false, error: "SOMETHING_NEW" })],
    ["501 with a code nobody knows", code(501, "SOMETHING_NEW")],
    ["502 with a code nobody knows", code(502, "SOMETHING_NEW")],
    ["503 with a code nobody knows", code(503, "SOMETHING_NEW")],
    ["504", raw(504, "")],
    ["302 with a code nobody knows", code(302, "SOMETHING_NEW")],
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

/** Written out, and not taken from the catalog: it is the catalog that is tested. */
const PROVE_NOTHING_MOVED = [
  "KEY_MISSING",
  "KEY_INVALID",
  "REQUEST_LIMIT",
  "REQUEST_LIMIT_1MIN",
  "TRANSFER_MINIMUM",
  "NO_WALLET",
  "NO_GAME",
  "NO_BANK",
  "NO_DATA",
  "NO_USER",
  "INACTIVE_USER",
  "SLOT_NO_ACCOUNT",
  "MONEY_NOT_ENOUGH",
  "TRANSFER_FAIL",
  "BONUS_CONDITION",
  "BONUS_REMAINING",
  "BONUS_ALREADY_ACTIVE",
  "BONUS_MAX_CLAIMED",
  "BONUS_FULL",
  "TRUELINK_INVALID",
  "TRUELINK_DUPLICATE",
  "SLIP_UPLOAD_FAIL",
  "SLIP_NO_FILE",
  "SLIP_INVALID_FILE",
  "QR_FAIL",
  "INVITE_INACTIVE",
  "INVITE_COLLECT",
  "NO_INVITEE_PLAY_INFO",
  "NO_INVITE_BONUS",
  "INVITE_BONUS_FAIL",
  "REFUND_INACTIVE",
  "NO_REFUND",
  "REFUND_MINIMUM",
  "REFUND_CONDITION",
  "NO_PROMOTION",
  "PROMOTION_RECEIVED",
  "INVALID_PRIZE_CODE",
  "INVALID_CODE",
  "NO_CLAIMABLE_COUPON",
  "INVALID_COUPON_TYPE",
  "COUPON_EXPIRED",
];

describe("a transfer is refused", () => {
  test.each(PROVE_NOTHING_MOVED)("with %s, whatever the status", async (name) => {
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

  test.each(["result", "data", "response"])("with a code in the envelope %s", async (envelope) => {
    expect(await transferring(json(200, { [envelope]: { message: "MONEY_NOT_ENOUGH" } }))).toEqual({
      kind: "refused",
      code: "MONEY_NOT_ENOUGH",
    });
  });

  test("but a spin that failed with a code nobody knows is unknown", async () => {
    operator.answers(json(200, { success: false, error: "SOMETHING_NEW" }));
    expect((await operator.client.call(endpoints.spin, {}, auth)).kind).toBe("unknown");
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
