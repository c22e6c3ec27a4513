/** The four calls of the profile: what is sent, and what a page is told of each answer. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { bindAccountWrites, bindReads } from "../../server/operator/views";
import { code, json, reset, scriptedOperator } from "./scripted-operator";

const operator = await scriptedOperator();
afterAll(() => operator[Symbol.asyncDispose]());
beforeEach(() => void operator.received.splice(0));

const auth = { token: "member-token", clientIp: "203.0.113.7", requestId: "01JDEMO" };
const account = bindAccountWrites(operator.client, auth);
const reads = bindReads(operator.client, {
  ...auth,
  onLogin: () => new Response(null, { status: 303 }),
  onGone: () => new Response(null, { status: 303 }),
});
const success = json(200, { message: "SUCCESS" });
const details = { name: "Somying", bankCode: "KTB", bankAccountName: "SOMYING", bankAccountNo: "1234567890" };

const sent = () => operator.received.map(({ method, url, body }) => [`${method} ${url}`, body && JSON.parse(body)]);

test("each write sends the fields of the operator's API, once", async () => {
  operator.answers(success);
  await account.updateProfile(details);
  await account.updateBankAccountName({ bankCode: "KTB", bankAccountName: "SOMYING" });
  await account.changePassword({ oldPassword: "old", newPassword: "1" });
  expect(sent()).toEqual([
    ["PUT /api/account/profile", details],
    ["PUT /api/account/bankAccountName", { bankCode: "KTB", bankAccountName: "SOMYING" }],
    ["PUT /api/account/changepwd", { oldPassword: "old", newPassword: "1" }],
  ]);
});

test.each([
  ["INVALID_USER_INFO", "name"],
  ["INVALID_BANK", "bankCode"],
  ["BANK_ACCOUNT_NAME_ENG", "bankAccountName"],
  ["EXISTING_BANK", "bankAccountNo"],
  ["NO_BANK", "bankCode"],
  ["WRONG_PASSWORD", "oldPassword"],
])("%s is about the field %s", async (word, field) => {
  operator.answers(code(400, word));
  const expected = { kind: "refused", code: word, text: `errors:${word}`, fields: [field] };
  expect(await account.updateProfile(details)).toMatchObject(expected);
});

test.each(["NO_USER", "REQUEST_LIMIT_1MIN"])("%s is about no field", async (word) => {
  operator.answers(code(404, word));
  const change = account.changePassword({ oldPassword: "old", newPassword: "new" });
  expect(await change).toMatchObject({ kind: "refused", code: word, fields: [] });
});

test("without an answer the outcome is unknown, and nothing is sent again", async () => {
  operator.answers(reset);
  expect(await account.changePassword({ oldPassword: "old", newPassword: "new" })).toMatchObject({ kind: "unknown" });
  expect(operator.received).toHaveLength(1);
});

test("a profile without a bank account, or with an odd date, is a profile", async () => {
  const profile = {
    _id: "m1",
    name: "Somying",
    username: "0812345678",
    createdAt: "2025-03-14T02:24:31.000Z",
    coin: 1,
  };
  operator.answers(json(200, { profile, bankAccount: null }));
  const read = await reads.getProfile();
  expect(read).toMatchObject({ bankAccount: null, profile: { name: "Somying" } });
  expect(new Date(read.profile.createdAt!).toISOString()).toBe("2025-03-14T02:24:31.000Z");
  operator.answers(json(200, { profile: { ...profile, createdAt: "soon" } }));
  expect((await reads.getProfile()).profile.createdAt ?? null).toBeNull();
});
