/** The operator's rules for the profile, the bank account and the password, as the sandbox holds them. */
import { expect, test } from "vitest";
import { done, operator, refused, type Json } from "./sandbox-operator";

async function newcomer(switches = {}) {
  const { control, call, newcomer, signIn } = await operator({ switches });
  const bank = { code: "KBANK", name: "SOMYING RAKDEE", number: "4441112223" };
  const { phone, password, token } = await newcomer({ name: "สมหญิง", bank });
  const details = { name: "สมหญิง", bankCode: "KBANK", bankAccountName: "SOMYING RAKDEE", bankAccountNo: "4441112223" };
  return {
    control,
    call,
    signIn,
    phone,
    password,
    token,
    update: (change: Json) => call("PUT /api/account/profile", { ...details, ...change }, token),
    rename: (bankCode: string, bankAccountName: string) =>
      call("PUT /api/account/bankAccountName", { bankCode, bankAccountName }, token),
    stands: async () => (await call("GET /api/account/profile", undefined, token)).body,
  };
}

test("a profile is stored as a whole, and sending it twice changes nothing more", async () => {
  const { update, stands } = await newcomer();
  const change = { name: "สมหญิง ใหม่", bankCode: "SCB", bankAccountName: "สมหญิง ใหม่", bankAccountNo: "4059876543" };
  for (let time = 0; time < 2; time += 1) expect(await update(change)).toEqual(done);
  const { name, ...account } = change;
  expect(await stands()).toMatchObject({
    profile: { name },
    bankAccount: { ...account, bank: { nameTH: "ธนาคารไทยพาณิชย์" } },
  });
});

test("the codes of a profile come in the operator's order, and nothing is stored with them", async () => {
  const { control, update, stands } = await newcomer();
  control.member({ bank: { code: "SCB", name: "SOMEBODY", number: "7778889990" } });
  const before = await stands();
  expect(await update({ name: " ", bankCode: "NONE" })).toEqual(refused(400, "INVALID_USER_INFO"));
  expect(await update({ bankCode: "NONE", bankAccountNo: "x" })).toEqual(refused(400, "INVALID_BANK"));
  expect(await update({ bankAccountNo: "444 111" })).toEqual(refused(400, "INVALID_BANK"));
  expect(await update({ bankAccountName: " " })).toEqual(refused(400, "INVALID_BANK"));
  for (const bankCode of ["KTB", "TMB", "BBL"])
    expect(await update({ bankCode, bankAccountName: "สมหญิง" })).toEqual(refused(400, "BANK_ACCOUNT_NAME_ENG"));
  expect(await update({ bankCode: "SCB", bankAccountNo: "7778889990" })).toEqual(refused(409, "EXISTING_BANK"));
  expect(await stands()).toEqual(before);
});

test("a member whose record is missing has no profile to read or change", async () => {
  const { control, update, phone, stands } = await newcomer();
  control.setMember({ phone, lacks: ["user"] });
  expect(await update({ name: "Other" })).toEqual(refused(404, "NO_USER"));
  expect(await stands()).toEqual({ message: "NO_USER" });
});

test("only KTB, TMB and BBL take a name alone, in English, and for the account that the member has", async () => {
  const { control, rename, phone } = await newcomer();
  expect(await rename("KBANK", "SOMYING")).toEqual(refused(400, "INVALID_BANK"));
  expect(await rename("KTB", "SOMYING")).toEqual(refused(404, "NO_BANK"));
  control.setBank({ phone, code: "KTB", name: "สมหญิง", number: "4441112223" });
  expect(await rename("KTB", "สมหญิง")).toEqual(refused(400, "BANK_ACCOUNT_NAME_ENG"));
  expect(await rename("TMB", "SOMYING")).toEqual(refused(404, "NO_BANK"));
  expect(await rename("KTB", " SOMYING RAKDEE ")).toEqual(done);
  expect(control.bankAccount(phone)).toEqual({ code: "KTB", name: "SOMYING RAKDEE", number: "4441112223" });
  control.setMember({ phone, lacks: ["bank"] });
  expect(await rename("KTB", "SOMYING")).toEqual(refused(404, "NO_BANK"));
});

test("a password needs the old one, may be short, and changes once a minute", async () => {
  const { call, control, password, phone, signIn, token } = await newcomer({ onceEveryMs: 60_000 });
  const change = (oldPassword: string, newPassword: string) =>
    call("PUT /api/account/changepwd", { oldPassword, newPassword }, token);
  expect(await change("wrong", "1")).toEqual(refused(400, "WRONG_PASSWORD"));
  expect(await change(password, "1")).toEqual(done);
  expect(await change("1", "2")).toEqual(refused(429, "REQUEST_LIMIT_1MIN"));
  expect(await signIn(phone, "1")).toEqual(expect.any(String));
  control.resetLimits();
  control.setMember({ phone, lacks: ["user"] });
  expect(await change("1", "2")).toEqual(refused(404, "NO_USER"));
});
