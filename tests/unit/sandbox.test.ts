import { expect, test } from "vitest";
import { readPaymentQr } from "../../server/codes/payment-qr";
import { done, operator, refused, type Json } from "./sandbox-operator";

const registration = {
  name: "มานี มีนา",
  username: "0891112222",
  password: "Secret 1",
  sourceCode: "LINE",
  inviteCode: null,
  bankCode: "SCB",
  bankAccountName: "มานี มีนา",
  bankAccountNo: "4059876543",
};

test("a new member registers, pays a QR, plays and withdraws, and the statement has every step", async () => {
  const { control, call, signIn } = await operator();
  const phone = registration.username;
  expect(await call("POST /api/account", registration)).toEqual(refused(403, "UNVERIFIED_OTP"));
  const sent = await call("POST /api/otp/send", { phoneNumber: phone });
  expect(sent.body).toMatchObject({ code: "OK", otpRef: expect.stringMatching(/^\w{4}$/) as string });
  const otpToken = sent.body.otpToken as string;
  const otpCode = control.otp(phone)!.code;
  const wrong = otpCode === "000000" ? "000001" : "000000";
  expect(await call("POST /api/otp/verify", { otpToken, otpCode: wrong })).toEqual(refused(400, "OTP_CODE_INVALID"));
  expect((await call("POST /api/otp/verify", { otpToken, otpCode })).body).toEqual({ code: "OTP_CODE_VALID" });
  expect((await call("POST /api/account/validate", registration)).body).toEqual({ message: "OK" });
  expect(await call("POST /api/account", registration)).toEqual(done);
  expect(await call("POST /api/otp/send", { phoneNumber: phone })).toEqual(refused(409, "EXISTING_USER"));
  const token = await signIn(phone, registration.password);

  const qr = (await call("POST /api/qrcode/KBANK", { amount: 500.25 }, token)).body;
  expect(qr).toMatchObject({ hasQrcode: true, amount: 500.25, expireIn: 600, message: null });
  expect(qr.qrcode).toMatch(/^<svg [\s\S]*<\/svg>$/);
  expect(readPaymentQr(control.qrs(phone)[0]!.payload)).toMatchObject({ amount: 500_25 });
  control.payQr({ phone });
  expect((await call("GET /api/qrcode/KBANK", undefined, token)).body.hasQrcode).toBe(false);

  expect(await call("GET /api/wallet/activate/PG", undefined, token)).toEqual(done);
  expect(await call("POST /api/wallet/transfer", { from: "wallet", to: "PG", amount: 200 }, token)).toEqual(done);
  control.play({ phone, code: "PG", amount: 50_00, unread: true });
  expect(control.balances(phone)).toMatchObject({ wallet: 300_25, PG: 200_00 });
  expect(await call("GET /api/wallet/refresh/slot", undefined, token)).toEqual(done);
  expect(control.balances(phone)).toMatchObject({ PG: 250_00 });
  expect(await call("POST /api/wallet/transferAll", { to: "wallet" }, token)).toEqual(done);
  expect(await call("POST /api/wallet/withdraw", { amount: 400 }, token)).toEqual(done);
  expect(control.balances(phone)).toMatchObject({ wallet: 150_25, PG: 0 });
  control.settle({ phone });

  const list = (await call("POST /api/statement", { page: 1, limit: 10 }, token)).body;
  expect(list.total).toBe(4);
  expect(
    (list.statements as Json[]).map(({ statementType, status, from, to, amount }) => [
      statementType,
      status,
      from,
      to,
      amount,
    ]),
  ).toEqual([
    ["withdraw", "SUCCESS", "wallet", "SCB", 400],
    ["transfer", "SUCCESS", "PG", "wallet", 250],
    ["transfer", "SUCCESS", "wallet", "PG", 200],
    ["deposit", "SUCCESS", "KBANK", "wallet", 500.25],
  ]);
  expect(control.trialBalance().exact).toBe(true);
});

test("checks run in the operator's order", async () => {
  const { control, call, newcomer } = await operator({ switches: { callsPerMinute: 3 } });
  const { token, phone } = await newcomer({ wallet: 100_00 });
  const transfer = (body: Json, headers: Json = {}, bearer: string | undefined = token) =>
    call("POST /api/wallet/transfer", body, bearer, headers);
  control.switches({ terminated: true });
  expect(await transfer({}, { "X-Requested-With": "other" }, "nobody")).toEqual(refused(400, "KEY_INVALID"));
  expect(await transfer({}, {}, "nobody")).toEqual(refused(410, "account-gone"));
  expect((await call("GET /api/lookup/active")).body).toEqual({ terminated: true });
  control.switches({ terminated: false });
  expect(await transfer({}, {}, "nobody")).toEqual(refused(401, "invalid-token"));
  expect(await transfer({ from: "PG", to: "wallet" })).toEqual(refused(400, "KEY_MISSING"));
  expect(await transfer({ from: "PG", to: "PG", amount: 0.001 })).toEqual(refused(400, "KEY_INVALID"));
  expect(await transfer({ from: "PG", to: "PG", amount: 0 })).toEqual(refused(400, "TRANSFER_MINIMUM"));
  expect(await transfer({})).toEqual(refused(429, "REQUEST_LIMIT"));
  control.switches({ callsPerMinute: 0, providersDown: ["PG"] });
  expect(await transfer({ from: "NONE", to: "NONE", amount: 1 })).toEqual(refused(400, "KEY_INVALID"));
  expect(await transfer({ from: "wallet", to: "NONE", amount: 1 })).toEqual(refused(404, "NO_GAME"));
  expect(await transfer({ from: "wallet", to: "PG", amount: 1000 })).toEqual(refused(404, "SLOT_NO_ACCOUNT"));
  control.switches({ providersDown: ["PGSLOT"] });
  expect(await transfer({ from: "wallet", to: "PGSLOT", amount: 1000 })).toEqual(refused(409, "MONEY_NOT_ENOUGH"));
  expect(await transfer({ from: "wallet", to: "PGSLOT", amount: 40 })).toEqual(refused(503, "TRANSFER_FAIL"));
  expect(control.balances(phone)).toEqual({ wallet: 100_00 });
  expect(control.statement(phone).rows.map(({ status, amount }) => [status, amount])).toEqual([["FAILED", 40_00]]);
});

test("each reason for losing a session has its own code", async () => {
  const { control, call, newcomer, signIn } = await operator();
  const profile = (token?: string, headers?: Json) => call("GET /api/account/profile", undefined, token, headers);
  const code = async (token?: string) => (await profile(token)).body.message;
  const member = await newcomer();
  const { phone, password } = member;
  expect(await code()).toBe("UNAUTHORIZED");
  const other = await signIn(phone, password);
  await call("PUT /api/account/changepwd", { oldPassword: password, newPassword: "new" }, member.token);
  expect([await code(other), await code(member.token)]).toEqual(["INVALID_USER_4", undefined]);
  control.switches({ singleSession: true });
  const last = await signIn(phone, "new");
  expect(await code(member.token)).toBe("INVALID_USER_3");
  control.setMember({ phone, status: "suspended" });
  expect(await code(last)).toBe("INVALID_USER_2");
  expect(await call("POST /api/login", { username: phone, password: "new" })).toEqual(refused(403, "INACTIVE_USER"));
  control.setMember({ phone, status: "forgotten" });
  expect(await code(last)).toBe("INVALID_USER_1");
  control.setMember({ phone, status: "gone" });
  expect(await profile(last)).toEqual(refused(410, "account-gone"));
  control.setMember({ phone, status: "active", lacks: ["user"] });
  expect(await profile(last)).toEqual(refused(404, "NO_USER"));
  control.switches({ bindAddress: true });
  expect((await profile(last, { "X-Forwarded-For": "203.0.113.9" })).body.message).toBe("INVALID_IP");
  control.expireTokens({ phone });
  expect(await code(last)).toBe("EXPIRED_AUTH_TOKEN");
});
