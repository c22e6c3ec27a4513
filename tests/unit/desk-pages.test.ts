/** The pages of the sandbox's desk: what they must never show, and where their forms lead. */
import CryptoJS from "crypto-js";
import { describe, expect, test } from "vitest";
import { createSwitches } from "../../server/sandbox/switches";
import { groups, settings } from "../../server/sandbox/desk/settings";
import { openDatabase, migrate } from "../../server/database";
import { schema } from "../../server/sandbox/ledger/schema";
import { operator, type Json } from "./sandbox-operator";

const calls = (page: string) => /id="live-calls"[^]*?<\/section>/.exec(page)![0];

test("the list of calls shows amounts and results, and no secret, token, password, code or number of a person", async () => {
  const { sandbox, control, call, upload } = await operator();
  const phone = "0891112222";
  const password = "Secret-Word 1";
  const account = "4059876543";
  const { otpToken } = (await call("POST /api/otp/send", { phoneNumber: phone })).body;
  const otpCode = control.otp(phone)!.code;
  await call("POST /api/otp/verify", { otpToken: otpToken as string, otpCode });
  const person = { name: "มานี มีนา", username: phone, bankAccountName: "มานี มีนา", bankAccountNo: account };
  await call("POST /api/account", { ...person, password, bankCode: "SCB", sourceCode: "LINE", inviteCode: null });
  const token = (await call("POST /api/login", { username: phone, password })).body.token as string;
  const gift = control.makeGift({ amount: 50_00 });
  const link = CryptoJS.AES.encrypt(gift.link, "change-me").toString();
  await call("POST /api/wallet/truelink", { link }, token);
  await call("GET /api/wallet", undefined, token);
  await call("GET /api/account/profile", undefined, token);
  await call("PUT /api/account/changepwd", { oldPassword: password, newPassword: "Other-Word 2" }, token);
  await upload(token, Buffer.from("no picture"), { bankCode: "SCB" });
  await call("POST /api/wallet/withdraw", { amount: 150.25 }, token);
  await call("POST /api/statement", { page: 1, limit: 10 }, token);

  const page = calls(await (await fetch(sandbox.deskUrl)).text());
  const secrets = { otpToken, otpCode, password, other: "Other-Word 2", account, token, hash: gift.hash, link, phone };
  for (const [what, secret] of Object.entries({ ...secrets, name: person.name }))
    expect(page.includes(String(secret)), what).toBe(false);
  // What a new field holds is hidden too.
  expect(page).not.toMatch(/\d{6}/);
  expect(page).toContain("&quot;amount&quot;: 150.25");
  expect(page).toContain("MONEY_NOT_ENOUGH");
  expect(page).toContain("POST /api/otp/verify");
});

test("the API of recent calls has the same fields as ever", async () => {
  const { sandbox, call } = await operator();
  await call("GET /api/lookup/active");
  const [latest] = (await (await fetch(`${sandbox.deskUrl}/api/recent-calls`)).json()) as Json[];
  expect(Object.keys(latest!).sort()).toEqual(["at", "operationId", "outcome", "phone", "requestId"]);
});

test("every switch but the clock is a setting in exactly one group, and its default is among the choices", () => {
  const database = openDatabase(":memory:");
  migrate(database, schema);
  const { clockOffsetMs: _, ...defaults } = createSwitches(database).current;
  expect(Object.values(groups).flat().sort()).toEqual(Object.keys(defaults).sort());
  for (const [name, value] of Object.entries(defaults)) {
    const values = settings[name as keyof typeof settings].choices.map(([choice]) => choice);
    expect(values, name).toContainEqual(value);
  }
  database.close();
});

test("a form leads back to its section with the result; a failure says why, and neither is in the URL", async () => {
  const { sandbox, control } = await operator();
  const { id, phone } = control.member({ wallet: 100_00 });
  const send = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${sandbox.deskUrl}/${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: sandbox.url },
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    return response.headers.get("location")!;
  };
  const shown = async (location: string) => (await fetch(sandbox.url + location)).text();
  const place = { _member: id, _place: "world" };
  const paid = await send("do/bank-transfer", { ...place, phone, amount: "12.50", bankCode: "" });
  expect(paid).toMatch(new RegExp(`^/desk\\?member=${id}&notice=\\d+#world$`));
  expect(await shown(paid)).toContain("The bank transfer has arrived.");
  const failed = await send("do/bank-transfer", { ...place, phone: "0800000000", amount: "12.50" });
  expect(failed).toMatch(/^\/desk\?member=\w+&notice=\d+#world$/);
  expect(await shown(failed)).toContain("There is no member 0800000000.");
  const created = await send("do/member", { _place: "members", phone: "", wallet: "5" });
  expect(await shown(created)).toMatch(/The new member is 08\d{8} with the password Passw0rd!/);
  expect(await shown(await send("scenario/constructor/start", place))).toContain("no such scenario");
});

test("a setting that did not change is not stored, so later defaults still apply", async () => {
  const { sandbox, control } = await operator({ switches: { statementLagMs: 1234 } });
  const page = await (await fetch(sandbox.deskUrl)).text();
  expect(page).toContain("1234 milliseconds");
  await fetch(`${sandbox.deskUrl}/settings/settings-4`, {
    method: "POST",
    body: new URLSearchParams({ statementLagMs: "1234", bankDown: "true", providersDown: '["PG"]', nonsense: "1" }),
  });
  expect(control.switches()).toMatchObject({ statementLagMs: 1234, bankDown: true, providersDown: ["PG"] });
});

test("a fault for calls with a common beginning affects the next of them, once", async () => {
  const { control, call, newcomer } = await operator();
  const { token, phone } = await newcomer({ wallet: 500_00 });
  control.fault({ call: "withdraw*", kind: "refuse", code: "TRANSFER_FAIL", phone });
  expect((await call("GET /api/wallet", undefined, token)).status).toBe(200);
  expect((await call("POST /api/wallet/withdrawAll", { amount: 100 }, token)).body.message).toBe("TRANSFER_FAIL");
  expect((await call("POST /api/wallet/withdraw", { amount: 100 }, token)).status).toBe(200);
});

test("the trial balance has every account once, and its two sides are equal", async () => {
  const { control, sandbox } = await operator();
  const lines = control.accounts();
  expect(lines.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
  expect(lines.map(({ name }) => name)).toEqual(expect.arrayContaining(["wallets", "games", "house/BAHT/bank"]));
  const { id, phone } = control.member();
  control.bankTransfer({ phone, amount: 70_00 });
  expect(control.entries(id)).toMatchObject([
    {
      kind: "deposit",
      lines: [
        { account: "house/BAHT/bank", amount: -70_00 },
        { account: `member/${id}/wallet`, amount: 70_00 },
      ],
    },
  ]);
  expect(control.entries().length).toBeGreaterThan(30);
  expect(await (await fetch(`${sandbox.deskUrl}/ledger?member=${id}`)).text()).toContain("Wallet of the member");
});

describe("the chat at the desk", () => {
  const guestId = "guest-12345678-1234-4123-8123-123456789abc";
  const section = (page: string) => /<section id="chat"[^]*?<\/section>/.exec(page)![0];

  async function guestAtDesk() {
    const world = await operator({ switches: { chatAgent: "away" } });
    const message = { message_type: "text", payload: "The words of a guest", payloads: null };
    await world.call("POST /api/chat/send-message", { sender: "customer", message, userId: null, guestId });
    const read = async (path: string) => section(await (await fetch(new URL(path, world.sandbox.url))).text());
    const href = /href="([^"]*guest=[^"]*)"/.exec(await read("/desk"))![1]!.replaceAll("&amp;", "&");
    /** Sends the form of an action as it stands on the page of this guest. */
    const press = async (action: string, change: Record<string, string> = {}) => {
      const form = new RegExp(`<form method="post" action="/desk/do/${action}">[^]*?</form>`).exec(
        await read(href),
      )![0];
      const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
      const answer = await fetch(new URL(`/desk/do/${action}`, world.sandbox.url), {
        method: "POST",
        body: new URLSearchParams({ ...fields, ...change } as Record<string, string>),
        headers: { Origin: world.sandbox.url },
        redirect: "manual",
      });
      return answer.headers.get("location")!;
    };
    return { ...world, read, href, press, said: () => world.control.chat({ guestId }) };
  }

  test("a guest's conversation is chosen, read and answered like a member's, and stays chosen", async () => {
    const { read, href, press, said, control, sandbox } = await guestAtDesk();
    expect(await read(href)).toContain("The words of a guest");
    expect(await read("/desk")).not.toContain("The words of a guest");
    const after = await press("answer-chat", { kind: "text", text: "Good morning" });
    expect(after).toContain(`guest=${guestId}`);
    expect(await read(after)).toContain("Good morning");
    expect(said().map(({ isRead }) => isRead)).toEqual([false, false]);
    expect(await press("read-chat")).toContain(`guest=${guestId}`);
    expect(said().map(({ isRead }) => isRead)).toEqual([true, false]);
    expect(await press("type-in-chat")).toContain(`guest=${guestId}`);
    expect(control.chat({ phone: sandbox.demoMember.phone })).toEqual([]);
  });

  test("every type of message can be sent", async () => {
    const { read, href, press, said } = await guestAtDesk();
    const choices = /name="kind"[^]*?<\/select/.exec(await read(href))![0];
    for (const [, kind] of choices.matchAll(/<option value="([^"]+)"/g))
      await press("answer-chat", { kind: kind!, text: "x" });
    const types = said().map(({ message: { message_type: type, payload } }) =>
      type === "media" ? `media ${(payload as { fileType: string }).fileType}` : type,
    );
    const all = ["text", "buttons", "media image", "media video", "media file", "quick_replies", "generic", "postback"];
    expect(new Set(types)).toEqual(new Set(all));
  });
});
