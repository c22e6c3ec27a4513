import { afterAll, expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import { READ_TIMEOUT_MS } from "../../server/operator/endpoint";
import { bindAccountWrites, bindReads } from "../../server/operator/views";
import { code, json, raw, reset, scriptedOperator, silence, truncated } from "./scripted-operator";

const operator = await scriptedOperator();
afterAll(() => operator[Symbol.asyncDispose]());

const auth = { token: "member-token", clientIp: "203.0.113.7", requestId: "01JDEMO" };
const limits = json(200, { withdrawMin: 100, withdrawMax: 50_000 });

const reads = bindReads(operator.client, {
  ...auth,
  onLogin: (why) => new Response(null, { status: 303, headers: { location: `/login?why=${why}` } }),
  onGone: () => new Response(null, { status: 303, headers: { location: "/terminated" } }),
});
const account = bindAccountWrites(operator.client, auth);

const thrownBy = async (promise: Promise<unknown>): Promise<Response> => {
  const thrown: unknown = await promise.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  return thrown as Response;
};

test("every call has the marker, the member's token and IP address, and the request id", async () => {
  operator.answers(limits);
  await reads.lookupWithdraw();
  expect(operator.received[0]).toMatchObject({
    method: "GET",
    url: "/api/lookup/withdraw",
    headers: {
      "x-requested-with": "wallet-user",
      authorization: "Bearer member-token",
      "x-forwarded-for": "203.0.113.7",
      "x-request-id": "01JDEMO",
      "accept-encoding": "identity",
    },
  });
});

test("a call for an operation has the operation's reference, and its log line has the request's, too", async () => {
  operator.answers(code(400, "MONEY_NOT_ENOUGH"));
  await operator.client.call(
    endpoints.transfer,
    { from: "wallet", to: "PG", amount: 100 },
    { ...auth, operation: "7KM-2QX-94TD" },
  );
  expect(operator.received[0]!.headers["x-request-id"]).toBe("7KM-2QX-94TD");
  expect(operator.logged.at(-1)).toMatchObject({ requestId: "01JDEMO", operation: "7KM-2QX-94TD" });
});

test("a guest's call has no token, and no value can add a header", async () => {
  operator.answers(limits);
  const auth = { token: null, clientIp: "1.1.1.1\r\nX-Evil: 1", requestId: "กข" };
  await operator.client.call(endpoints.lookupWithdraw, {}, auth);
  const { headers } = operator.received[0]!;
  expect(Object.keys(headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "x-requested-with"]);
});

test("path parameters are not in the body, and amounts are sent as decimals", async () => {
  operator.answers(json(200, { hasQrcode: false, message: "ปิดปรับปรุง" }));
  await operator.client.call(endpoints.createQr, { bankCode: "KB/../K", amount: 100_25 }, auth);
  expect(operator.received[0]).toMatchObject({
    method: "POST",
    url: "/api/qrcode/KB%2F..%2FK",
    body: '{"amount":100.25}',
    headers: { "content-type": "application/json" },
  });
});

test("the operator's URL may have a path", async () => {
  await using other = await scriptedOperator();
  other.answers(limits);
  await using behind = await scriptedOperator({ baseUrl: `${other.origin}/operator/` });
  await behind.client.call(endpoints.lookupWithdraw, {}, auth);
  expect(other.received[0]!.url).toBe("/operator/api/lookup/withdraw");
});

test.each([
  ["a broken connection", reset],
  ["a 503", raw(503, "")],
  ["half an answer", truncated],
])("a read is retried once after %s", async (_, fault) => {
  operator.answers(fault, limits);
  expect(await reads.lookupWithdraw()).toEqual({ withdrawMin: 100_00, withdrawMax: 50_000_00 });
  expect(operator.received).toHaveLength(2);
});

test("a read is sent at most twice, and not retried after an answer", async () => {
  operator.answers(raw(503, ""));
  expect((await thrownBy(reads.lookupWithdraw())).status).toBe(503);
  expect(operator.received).toHaveLength(2);
  for (const answer of [
    code(429, "REQUEST_LIMIT"),
    code(400, "NO_WALLET"),
    code(401, "UNAUTHORIZED"),
    raw(200, "<html>"),
  ]) {
    operator.answers(answer);
    await thrownBy(reads.lookupWithdraw());
    expect(operator.received).toHaveLength(1);
  }
});

test("a read waits at most 5 s, or less with a shorter timeout", async () => {
  expect(READ_TIMEOUT_MS).toBe(5_000);
  operator.answers(silence);
  const read = { ...endpoints.lookupWithdraw, timeoutMs: 1_000 };
  expect(await operator.client.call(read, {}, auth)).toEqual({ kind: "unknown", cause: "deadline" });
  expect(operator.received).toHaveLength(2);
});

test("a GET that writes is never retried", async () => {
  for (const fault of [reset, raw(503, ""), truncated]) {
    operator.answers(fault);
    expect((await operator.client.call(endpoints.receiveRefund, {}, auth)).kind).toBe("unknown");
    expect(operator.received).toHaveLength(1);
  }
});

test("reads reuse connections, writes have their own", async () => {
  operator.answers(limits);
  for (let i = 0; i < 6; i++) await reads.lookupWithdraw();
  expect(new Set(operator.received.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
  operator.answers(code(200, "SUCCESS"));
  for (let i = 0; i < 3; i++) await operator.client.call(endpoints.transferAll, { to: "wallet" }, auth);
  expect(new Set(operator.received.map(({ port }) => port)).size).toBe(3);
  expect(operator.received[0]!.headers.connection).toBe("close");
});

test("a failed read throws the response to show instead", async () => {
  operator.answers(code(401, "EXPIRED_AUTH_TOKEN"));
  expect((await thrownBy(reads.getWallet())).headers.get("location")).toBe("/login?why=EXPIRED_AUTH_TOKEN");
  operator.answers(json(200, { message: "account-gone" }));
  expect((await thrownBy(reads.getWallet())).headers.get("location")).toBe("/terminated");
  operator.answers(json(429, { message: "REQUEST_LIMIT" }, { "retry-after": "7" }));
  const limited = await thrownBy(reads.getWallet());
  expect([limited.status, limited.headers.get("retry-after"), await limited.json()]).toEqual([
    503,
    "7",
    { code: "REQUEST_LIMIT" },
  ]);
  operator.answers(json(200, { wallet: "nonsense" }));
  expect(await (await thrownBy(reads.getWallet())).json()).toEqual({ code: "INTERNAL_SERVER_ERROR" });
});

test("a missing promotion is null, not an error", async () => {
  for (const answer of [code(404, "NO_PROMOTION"), json(200, null), json(200, {}), raw(200, ""), raw(204, "")]) {
    operator.answers(answer);
    expect(await reads.findPromotion({ code: "NEWYEAR27" })).toBeNull();
  }
});

test("a refused account write names the form field", async () => {
  operator.answers(code(409, "EXISTING_BANK"));
  expect(await account.updateBankAccountName({ bankCode: "KTB", bankAccountName: "A B" })).toEqual({
    kind: "refused",
    code: "EXISTING_BANK",
    text: "errors:EXISTING_BANK",
    fields: ["bankAccountNo"],
    step: 4,
  });
  operator.answers(code(400, "SOMETHING_NEW"));
  expect(await account.sendOtp({ phoneNumber: "0812345678" })).toMatchObject({
    text: "errors:GENERAL",
    fields: [],
    step: null,
  });
});

test("only two codes mean that an OTP was correct", async () => {
  const verify = async (said: string) => {
    operator.answers(json(200, { code: said }));
    return account.verifyOtp({ otpToken: "t", otpCode: "000000" });
  };
  expect((await verify("OTP_CODE_VALID")).kind).toBe("answer");
  expect((await verify("OTP_VERIFIED")).kind).toBe("answer");
  expect(await verify("OTP_EXPIRED")).toMatchObject({ kind: "refused", code: "OTP_EXPIRED" });
  expect(await verify("SUCCESS")).toMatchObject({ kind: "refused", code: "OTP_CODE_INVALID", step: 2 });
});

test("the views offer all reads, but no money calls and no uploads", () => {
  expect(Object.keys(reads)).toHaveLength(78 - 17 - 15);
  expect(Object.keys(account)).toHaveLength(13);
  expect(Object.keys(account)).not.toContain("transfer");
  expect(Object.keys(reads)).not.toContain("receiveRefund");
});

test("passwords, tokens and names are not logged", async () => {
  operator.logged.length = 0;
  operator.answers(raw(500, "secret-body"));
  await thrownBy(reads.autoLoginImi({ username: "secret-name", password: "secret-password" }));
  operator.answers(code(400, "secret words of the operator"));
  await account.login({ username: "secret-name", password: "secret-password" });
  expect(operator.logged).toMatchObject([
    { method: "GET", path: "/api/autoLogin/imi/{username}/{password}", kind: "unknown", why: "status:500" },
    { method: "POST", path: "/api/login", kind: "refused", why: "GENERAL" },
  ]);
  expect(JSON.stringify(operator.logged)).not.toMatch(/secret|member-token/);
});
