import { request } from "node:http";
import { expect, test } from "vitest";
import { done, operator, refused } from "./sandbox-operator";

test("limits end after a minute and tell how long to wait", async () => {
  let now = Date.parse("2026-11-20T08:00:00Z");
  const { sandbox, call, newcomer } = await operator({
    clock: { now: () => now },
    switches: { onceEveryMs: 60_000, loginFailuresPerMinute: 2 },
  });
  const { token, phone, password } = await newcomer({ wallet: 1_000_00 });
  expect(await call("POST /api/wallet/withdraw", { amount: 50 }, token)).toEqual(refused(400, "KEY_INVALID"));
  expect(await call("POST /api/wallet/withdraw", { amount: 100 }, token)).toEqual(done);
  const response = await fetch(`${sandbox.url}/api/wallet/withdraw`, {
    method: "POST",
    headers: {
      "X-Requested-With": "wallet-user",
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: '{"amount":100}',
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  const logIn = (typed: string) => call("POST /api/login", { username: phone, password: typed });
  for (const typed of ["x", "y"]) expect(await logIn(typed)).toEqual(refused(401, "WRONG_CREDENTIAL"));
  expect(await logIn(password)).toEqual(refused(429, "REQUEST_LIMIT_1MIN"));
  now += 60_000;
  expect(await call("POST /api/wallet/withdraw", { amount: 100 }, token)).toEqual(done);
  expect((await logIn(password)).status).toBe(200);
});

test("a phone is blocked for 15 minutes after five wrong codes", async () => {
  const { control, call } = await operator();
  const phoneNumber = "0895550001";
  const { otpToken } = (await call("POST /api/otp/send", { phoneNumber })).body;
  const wrong = control.otp(phoneNumber)!.code === "123456" ? "654321" : "123456";
  const codes = [];
  for (let attempt = 0; attempt < 5; attempt += 1)
    codes.push((await call("POST /api/otp/verify", { otpToken: otpToken as string, otpCode: wrong })).body.message);
  expect(codes).toEqual(["OTP_CODE_INVALID", "OTP_CODE_INVALID", "OTP_CODE_INVALID", "OTP_CODE_INVALID", "OTP_BLOCK"]);
  expect(await call("POST /api/otp/send", { phoneNumber })).toEqual(refused(403, "OTP_BLOCK"));
  await control.advance({ ms: 900_000 });
  expect((await call("POST /api/otp/send", { phoneNumber })).status).toBe(200);
});

test("a call whose answer is lost after the commit was executed exactly once", async () => {
  const { control, call, newcomer } = await operator();
  const kinds = ["drop-after-commit", "drop-mid-body", "wrong-length", "truncated", "empty", "html-502"] as const;
  for (const kind of kinds) {
    const { token, phone } = await newcomer({ wallet: 500_00 });
    control.resetCalls();
    control.fault({ call: "transfer", kind, phone });
    const body = { from: "wallet", to: "PGSLOT", amount: 100 };
    await expect(call("POST /api/wallet/transfer", body, token)).rejects.toThrow();
    expect(control.calls("transfer")).toEqual({ received: 1, executed: 1, refused: 0 });
    expect(control.balances(phone)).toEqual({ wallet: 400_00, PGSLOT: 100_00 });
    expect(control.statement(phone).total).toBe(1);
  }
  expect(control.trialBalance().exact).toBe(true);
});

test("a connection that breaks before the commit leaves the ledger unchanged", async () => {
  const { control, call, newcomer } = await operator();
  const { token, phone } = await newcomer({ wallet: 500_00 });
  const transfer = () => call("POST /api/wallet/transfer", { from: "wallet", to: "PGSLOT", amount: 100 }, token);
  for (const kind of ["reset", "reset-before-read"] as const) {
    control.resetCalls();
    control.fault({ call: "transfer", kind, phone });
    await expect(transfer()).rejects.toThrow();
    expect(control.calls("transfer")).toEqual({ received: 1, executed: 0, refused: 0 });
  }
  control.fault({ call: "transfer", kind: "error" });
  expect(await transfer()).toEqual(refused(500, "INTERNAL_SERVER_ERROR"));
  expect(control.balances(phone)).toEqual({ wallet: 500_00 });
  control.fault({ call: "transfer", kind: "refuse", code: "TRANSFER_FAIL", phone: "0800000000" });
  expect(await transfer()).toEqual(done);
  expect(control.faults()).toHaveLength(1);
});

test("a withdrawal is paid when it is due, or returned by the desk", async () => {
  const { control, call, newcomer } = await operator({ switches: { withdrawSettleMs: 30_000 } });
  const { token, phone } = await newcomer({ wallet: 300_00, games: { UFABET: 500_00 } });
  expect(await call("POST /api/wallet/withdrawAll", { amount: 600 }, token)).toEqual(done);
  await control.advance({ ms: 30_000 });
  expect(control.statement(phone).rows.find(({ type }) => type === "withdraw")?.status).toBe("SUCCESS");
  expect(await call("POST /api/wallet/withdraw", { amount: 200 }, token)).toEqual(done);
  expect(control.refuse({ phone })).toBe(1);
  expect(control.balances(phone)).toMatchObject({ wallet: 200_00, UFABET: 0 });
});

test("the same seed makes the same demo month in both markets, with an exact ledger", async () => {
  const clock = { now: () => Date.parse("2026-11-20T08:00:00Z") };
  const month = async (market: "th" | "la", seed: number) => {
    const { control, sandbox } = await operator({ market, seed, clock });
    expect(control.trialBalance().exact).toBe(true);
    const { rows, total } = control.statement(sandbox.demoMember.phone);
    expect(total).toBeGreaterThanOrEqual(50);
    expect(new Set(rows.map(({ type }) => type)).size).toBe(5);
    expect(new Set(rows.map(({ status }) => status)).size).toBe(3);
    return rows;
  };
  expect(await month("th", 1)).toEqual(await month("th", 1));
  expect(await month("la", 1)).not.toEqual(await month("la", 2));
});

test("the desk answers only pages and programs on the same machine", async () => {
  const { sandbox, control } = await operator();
  const { phone } = control.member({ wallet: 100_00 });
  const api = `${sandbox.deskUrl}/api`;
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(path, { method: "POST", headers, body, redirect: "manual" });
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const transfer = `phone=${phone}&amount=12.50`;
  const foreign = await post(
    `${sandbox.deskUrl}/do/bank-transfer`,
    { ...form, Origin: "https://elsewhere.test" },
    transfer,
  );
  expect(foreign.status).toBe(403);
  expect((await post(`${api}/bank-transfer`, { "Content-Type": "text/plain" }, "{}")).status).toBe(415);
  expect((await post(`${sandbox.deskUrl}/do/bank-transfer`, { ...form, Origin: sandbox.url }, transfer)).status).toBe(
    303,
  );
  expect(await (await fetch(`${api}/balances?phone=${phone}`)).json()).toEqual({ wallet: 112_50 });
  expect((await post(`${api}/settle`, { "Content-Type": "application/json" }, `{"phone":"${phone}"}`)).status).toBe(
    404,
  );
  expect(await (await fetch(sandbox.deskUrl)).text()).toContain("Trial balance");
});

/** Status of a GET with this Host header, which `fetch` does not let one choose. */
const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { Host: host, "X-Requested-With": "wallet-user" };
    const sent = request(url, { headers }, (response) => resolve(response.resume().statusCode));
    sent.on("error", reject).end();
  });

test("neither the desk nor the API answers to the host name of another site", async () => {
  const { sandbox } = await operator({ names: ["operator.test"] });
  const { host, port } = new URL(sandbox.url);
  for (const url of [`${sandbox.url}/api/lookup/active`, sandbox.deskUrl]) {
    for (const known of [host, `localhost:${port}`, "localhost", `[::1]:${port}`, `operator.test:${port}`])
      expect(await statusFor(url, known), known).toBe(200);
    for (const foreign of [`elsewhere.test:${port}`, "elsewhere.test", `localhost.elsewhere.test:${port}`, "[::2]"])
      expect(await statusFor(url, foreign), foreign).toBe(403);
  }
});
