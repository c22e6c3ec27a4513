/** Answers with single odd values: what can be read is read, the rest is left out and counted, nothing is made up. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import { instantText, offsetOf } from "../../server/operator/instant-text";
import examples from "./examples.json";
import { json, scriptedOperator } from "./scripted-operator";

const operator = await scriptedOperator({ timeZone: "Asia/Vientiane" });
afterAll(() => operator[Symbol.asyncDispose]());
beforeEach(() => void operator.logged.splice(0));

const auth = { token: "member-token" };

const row = {
  statementType: "deposit",
  status: "SUCCESS",
  from: "KBANK",
  to: "wallet",
  amount: 100.5,
  createdAt: "2026-11-20T08:00:00.000Z",
};

/** The statement of an operator with a good row, this one, and another good row. */
async function reading(odd: object) {
  operator.answers(json(200, { total: 3, statements: [row, odd, row] }));
  const result = await operator.client.call(endpoints.listStatements, { page: 1, limit: 10 }, auth);
  if (result.kind !== "answer") throw new Error(`${result.kind} ${JSON.stringify(result)}`);
  const { statements, ...rest } = result.output;
  return { ...rest, statements, odd: statements[1] };
}

describe("an entry of a list is read with a value that can mean only one thing", () => {
  test.each([
    ["an amount as a text", { amount: "100.50" }, { amount: 100_50 }],
    ["an amount with zeros after its decimals", { amount: "100.500" }, { amount: 100_50 }],
    ["a time without a zone, which is the market's", { createdAt: "2026-11-20T15:00:00" }, {}],
    ["a time with a space and without a zone", { createdAt: "2026-11-20 15:00:00.000" }, {}],
    ["a time without seconds", { createdAt: "2026-11-20T15:00+07:00" }, {}],
    ["a time with a short zone", { createdAt: "2026-11-20T15:00:00+0700" }, {}],
    ["a time in epoch milliseconds", { createdAt: Date.parse(row.createdAt) }, {}],
    ["a time in epoch seconds", { createdAt: Date.parse(row.createdAt) / 1000 }, {}],
    ["a sender that is a number", { from: 14 }, { from: "14" }],
    ["no sender", { from: undefined }, { from: null }],
    ["a status that is null", { status: null }, { status: "PENDING" }],
    ["a type that is missing", { statementType: undefined }, { statementType: "other" }],
    ["a source that is a text", { bonus: "WELCOME" }, { bonus: undefined }],
    ["a source without its text", { bonus: { description: null } }, { bonus: { description: "" } }],
  ])("%s", async (_, odd, read) => {
    const { unread, statements, odd: found } = await reading({ ...row, ...odd });
    expect([unread, statements.length]).toEqual([0, 3]);
    expect(found).toEqual({ ...statements[0], ...read });
  });
});

describe("an entry of a list that cannot be read is left out and counted", () => {
  test.each([
    ["three decimals are not rounded", { amount: 10.005 }],
    ["three decimals as a text", { amount: "10.005" }],
    ["no amount", { amount: undefined }],
    ["an amount that is null", { amount: null }],
    ["an amount that is empty", { amount: "" }],
    ["an amount that is no number", { amount: "1,234.50" }],
    ["an amount in scientific notation", { amount: "1e3" }],
    ["an amount too large to be exact", { amount: 1e15 }],
    ["a day without a time", { createdAt: "2026-11-20" }],
    ["a time of another order", { createdAt: "20/11/2026 15:00:00" }],
    ["a day that does not exist", { createdAt: "2026-02-30T10:00:00" }],
    ["a receiver that is a record", { to: { code: "wallet" } }],
  ])("%s", async (_, odd) => {
    const { unread, unreadAt, statements, total } = await reading({ ...row, ...odd });
    expect({ unread, unreadAt, entries: statements.length, total }).toEqual({
      unread: 1,
      unreadAt: [1],
      entries: 2,
      total: 3,
    });
  });

  test.each([null, "row", 7, []])("an entry that is %j", async (odd) => {
    expect(await reading(odd as object)).toMatchObject({ unread: 1, unreadAt: [1] });
  });
});

describe("a conversation is read although", () => {
  const said = (message_type: string, payloads: unknown) => ({
    sender: "other",
    message: { message_type, payload: "hello", payloads },
    createdAt: "2026-11-20T08:00:00.000Z",
  });
  const button = { type: "postback", title: "Good", payload: "GOOD" };
  const card = { title: "Card", image_url: null, subtitle: null };
  test.each([
    ["a button has no title", said("buttons", [button, { type: "web", title: null, payload: "x" }]), [button]],
    ["its only button cannot be read", said("buttons", [5]), []],
    ["a card has no title", said("generic", [card, { ...card, title: null }]), [card]],
    ["a card has no buttons", said("generic", [{ ...card, buttons: null }]), [{ ...card, buttons: [] }]],
    [
      "a card's button has no title",
      said("generic", [{ ...card, buttons: [button, { type: "web" }] }]),
      [{ ...card, buttons: [button] }],
    ],
  ])("%s", async (_, odd, payloads) => {
    operator.answers(json(200, [said("text", null), odd]));
    const result = await operator.client.call(endpoints.chatHistory, { userId: "1", limit: 10, skip: 0 }, auth);
    expect(result).toMatchObject({ kind: "answer", output: [{ sender: "other" }, { message: { payload: "hello" } }] });
    if (result.kind === "answer") expect(result.output[1]!.message.payloads).toEqual(payloads);
  });

  test.each([
    ["nobody known sent it", { sender: "robot" }, { sender: "other" }],
    ["nobody sent it", { sender: null }, { sender: "other" }],
    ["its time is none", { createdAt: "yesterday" }, { message: { payload: "hello" } }],
    ["it says nothing", { message: null }, { message: { message_type: "text" } }],
  ])("%s", async (_, odd, read) => {
    operator.answers(json(200, [said("text", null), { ...said("text", null), ...odd }]));
    const result = await operator.client.call(endpoints.chatHistory, { userId: "1", limit: 10, skip: 0 }, auth);
    expect(result).toMatchObject({ kind: "answer", output: [{ sender: "other" }, read] });
  });
});

const shape = examples.getWallet.output[0]! as { slots: object[] };
const wallet = async (change: object) => {
  operator.answers(json(200, { ...shape, ...change }));
  return operator.client.call(endpoints.getWallet, {}, auth);
};
const slots = (odd: object) => ({
  slots: shape.slots.map((slot, index) => (index === 0 ? { ...slot, ...odd } : slot)),
});

describe("a wallet is read although", () => {
  test.each([
    ["a game has no picture", { logo: undefined, background: null }],
    ["a picture is a record", { logo: { url: "https://cdn.operator.test/x.png" } }],
    ["a game has no name", { name: null }],
    ["a game's kind is missing", { category: undefined }],
    ["a game's address is a list", { web: ["https://x.test"] }],
    ["a balance is a text", { amount: "12.50" }],
    ["a flag is a text", { isActive: "true" }],
    ["a flag is a number", { isActive: 1 }],
  ])("%s", async (_, odd) => {
    const result = await wallet(slots(odd));
    expect(result).toMatchObject({ kind: "answer", output: { unread: 0 } });
    if (result.kind !== "answer") return;
    expect(result.output.slots).toHaveLength(shape.slots.length);
    expect(result.output.slots[0]!.amount).toEqual(expect.any(Number));
  });

  test.each([[10.005], ["10.005"], ["–"], [null], [undefined], [{}], [1e15]])(
    "a balance is %j: it is unknown, and not zero",
    async (amount) => {
      const [one, main] = [await wallet(slots({ amount })), await wallet({ wallet: { amount } })];
      if (one.kind !== "answer" || main.kind !== "answer") throw new Error(`${one.kind} ${main.kind}`);
      expect([one.output.unread, one.output.slots[0]!.amount]).toEqual([0, null]);
      expect([main.output.unread, main.output.wallet.amount]).toEqual([0, null]);
    },
  );

  test.each([
    ["the main wallet is missing", { wallet: undefined }, { wallet: { amount: null } }],
    ["the profile is null", { profile: null }, { profile: null }],
    ["the profile has no id", { profile: { name: "Somchai" } }, { profile: null }],
    ["the bank account is null", { bankAccount: null }, { bankAccount: null }],
    ["the bank account has no number", { bankAccount: { bankCode: "SCB" } }, { bankAccount: null }],
    ["there are no invites", { invite: null }, { invite: null }],
  ])("%s", async (_, change, output) => {
    expect(await wallet(change)).toMatchObject({ kind: "answer", output });
  });

  test("a game cannot be read at all", async () => {
    const result = await wallet(slots({ code: { id: 7 } }));
    expect(result).toMatchObject({ kind: "answer", output: { unread: 1 } });
    if (result.kind === "answer") expect(result.output.slots).toHaveLength(shape.slots.length - 1);
  });
});

test("nothing is read of a wallet whose games are no list", async () => {
  expect(await wallet({ slots: "none" })).toEqual({ kind: "unknown", cause: "schema:slots" });
});

test.each([
  ["name", null],
  ["username", null],
  ["createdAt", null],
  ["createdAt", "yesterday"],
  ["coin", "many"],
])("a member can sign in although the profile's %s is %j", async (field, value) => {
  const { profile, bankAccount } = examples.getProfile.output[0]!;
  operator.answers(json(200, { profile: { ...profile, [field]: value }, bankAccount }));
  expect(await operator.client.call(endpoints.getProfile, {}, auth)).toMatchObject({
    kind: "answer",
    output: { profile: { _id: profile._id } },
  });
});

describe("deposit channels are offered although", () => {
  const offer = examples.lookupDeposit.output[0] as { banks: object[]; wallets: object[] };
  const offering = async (odd: object) => {
    const banks = offer.banks.map((bank, index) => (index === 0 ? { ...bank, ...odd } : bank));
    operator.answers(json(200, { ...offer, banks }));
    const result = await operator.client.call(endpoints.lookupDeposit, {}, auth);
    if (result.kind !== "answer") throw new Error(result.kind);
    return { unread: result.output.unread, banks: result.output.banks.length };
  };

  test.each([{ currency: null }, { bank: null }, { mode: null }, { bankType: undefined }, { bankAccountName: 7 }])(
    "one account has %j",
    async (odd) => expect(await offering(odd)).toEqual({ unread: 0, banks: offer.banks.length }),
  );

  test.each([{ currency: "USD" }, { bankAccountNo: null }, { bankCode: ["SCB"] }])(
    "one account, which is left out, has %j",
    async (odd) => expect(await offering(odd)).toEqual({ unread: 1, banks: offer.banks.length - 1 }),
  );
});

/** How many entries of a list are read if the first one has these odd values. */
const readOf = async (name: "listBonuses" | "listCoupons", odd: object) => {
  const [good] = examples[name].output[0] as object[];
  operator.answers(json(200, [{ ...good, ...odd }, good]));
  const result = await operator.client.call(endpoints[name], {}, auth);
  if (result.kind !== "answer") throw new Error(result.kind);
  return (result.output as unknown[]).length;
};

test.each([
  { banners: null },
  { banners: [{ image: null }, { html: "<p>text</p>" }] },
  { userBonus: { isActive: true } },
  { type: "month" },
])("a bonus is shown although it has %j", async (odd) => expect(await readOf("listBonuses", odd)).toBe(2));

test.each([{ prize: { slice: {} } }, { prize: { name: null, slice: { label: null } } }])(
  "a coupon is shown although it has %j",
  async (odd) => expect(await readOf("listCoupons", odd)).toBe(2),
);

test("the wheel and a promotion are read without their texts", async () => {
  const slice = [{ code: "A", label: null }];
  operator.answers(json(200, { activeSpinwheel: { slice }, userCoin: 1 }));
  expect(await operator.client.call(endpoints.spinSetup, {}, auth)).toMatchObject({
    kind: "answer",
    output: { result: { activeSpinwheel: { name: "", slice: [{ code: "A", label: "" }] } } },
  });
  operator.answers(json(200, { percentFail: 10 }));
  expect(await operator.client.call(endpoints.findPromotion, { code: "A" }, auth)).toMatchObject({
    kind: "answer",
    output: { percentFail: 10, description: "" },
  });
});

test.each([
  ["one text", { agreements: "<p>A</p>" }],
  ["a bare text", "<p>A</p>"],
  ["records", { data: [{ html: "<p>A</p>" }] }],
])("the agreement is read from %s", async (_, wire) => {
  operator.answers(json(200, wire));
  expect(await operator.client.call(endpoints.lookupAgreements, {}, auth)).toEqual({
    kind: "answer",
    output: { agreements: ["<p>A</p>"] },
  });
});

test.each(["promotion", "result", "data"])("a promotion is read from under %s", async (key) => {
  operator.answers(json(200, { [key]: { percentFail: 10, description: "A" } }));
  expect(await operator.client.call(endpoints.findPromotion, { code: "A" }, auth)).toEqual({
    kind: "answer",
    output: { percentFail: 10, description: "A" },
  });
});

test("the limits of a withdrawal are known one by one", async () => {
  operator.answers(json(200, { withdrawMin: "100", withdrawMax: "much" }));
  expect(await operator.client.call(endpoints.lookupWithdraw, {}, auth)).toEqual({
    kind: "answer",
    output: { withdrawMin: 100_00, withdrawMax: null },
  });
});

describe("an answer of which nothing can be read is none, rather than empty", () => {
  const NONSENSE = { result: [17] };
  const answerTo = async (name: keyof typeof endpoints, wire: unknown) => {
    operator.answers(json(200, wire));
    return operator.client.call(endpoints[name], {} as never, auth);
  };

  test.each([
    ["lookupDeposit", NONSENSE],
    ["lookupDeposit", {}],
    ["lookupContact", NONSENSE],
    ["lookupContact", { contactText: {}, lineLink: [], lineName: {}, lineQR: true }],
    ["lookupInfo", NONSENSE],
    ["lookupWithdraw", NONSENSE],
    ["lookupWithdraw", { withdrawMin: "little", withdrawMax: "much" }],
    ["lookupBanks", NONSENSE],
    ["lookupSources", [{ code: {} }]],
    ["lookupConditions", { conditions: [{}] }],
  ] as const)("%s: %j", async (name, wire) => {
    const why = expect.stringMatching(/^schema:/);
    expect(await answerTo(name, wire)).toEqual({ kind: "unknown", cause: why });
    expect(operator.logged).toContainEqual(expect.objectContaining({ path: endpoints[name].path, why }));
  });

  test.each([
    ["lookupDeposit", { banks: null, wallets: null }, { banks: [], wallets: [], unread: 0 }],
    ["lookupDeposit", { banks: [17], wallets: [] }, { banks: [], wallets: [], unread: 1 }],
    ["lookupWithdraw", { withdrawMin: null, withdrawMax: null }, { withdrawMin: null, withdrawMax: null }],
    ["lookupBanks", [], []],
    ["lookupConditions", { conditions: [] }, { conditions: [] }],
  ] as const)("%s may say that there is nothing, or count what is unread: %j", async (name, wire, output) => {
    expect(await answerTo(name, wire)).toMatchObject({ kind: "answer", output });
  });
});

test("the amount of an open QR is never made up", async () => {
  operator.answers(json(200, { hasQrcode: true, qrcodeId: "1", qrcode: "<svg/>", amount: 10.005, expireIn: 600 }));
  expect(await operator.client.call(endpoints.findQr, { bankCode: "KBANK" }, auth)).toEqual({
    kind: "unknown",
    cause: "schema:amount",
  });
});

test("the answer to a money call is not interpreted", async () => {
  operator.answers(json(200, { hasQrcode: "true", qrcodeId: "1", qrcode: "<svg/>", amount: 10, expireIn: 600 }));
  const input = { bankCode: "KBANK", amount: 10_00 };
  expect(await operator.client.call(endpoints.createQr, input, auth)).toEqual({
    kind: "unknown",
    cause: "schema:hasQrcode",
  });
});

describe("an operator that ignores the limit", () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ ...row, amount: index }));
  const amounts = async (page: number, answer: object) => {
    operator.answers(json(200, answer));
    const result = await operator.client.call(endpoints.listStatements, { page, limit: 10 }, auth);
    if (result.kind !== "answer") throw new Error(JSON.stringify(result));
    return { total: result.output.total, amounts: result.output.statements.map(({ amount }) => amount / 100) };
  };

  test.each([{ total: 3_000, statements: rows }, { statements: rows }, rows])(
    "and sends its whole list: each page has its own ten entries",
    async (answer) => {
      expect(await amounts(1, answer)).toEqual({ total: 3_000, amounts: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
      expect((await amounts(3, answer)).amounts[0]).toBe(20);
      expect((await amounts(301, answer)).amounts).toEqual([]);
    },
  );

  test("and sends larger pages: the first ten entries of each are read", async () => {
    const answer = { total: 3_000, statements: rows.slice(50, 100) };
    expect(await amounts(2, answer)).toEqual({ total: 3_000, amounts: rows.slice(50, 60).map(({ amount }) => amount) });
  });
});

describe("a difference from the contract", () => {
  const logged = () => operator.logged.filter((facts) => "expected" in facts);

  test("is logged once for each kind, with its place and types, and never with the value", async () => {
    await using other = await scriptedOperator();
    const read = async (odd: object) => {
      other.answers(json(200, { total: 2, statements: [odd, odd] }));
      await other.client.call(endpoints.listStatements, { page: 1, limit: 10 }, auth);
    };
    await read({ ...row, amount: "secret-1" });
    await read({ ...row, amount: "secret-2", bonus: { description: 7 } });
    await read({ ...row, createdAt: "secret-3" });
    const drift = { method: "POST", path: "/api/statement" };
    expect(other.logged.filter((facts) => "expected" in facts)).toMatchObject([
      { ...drift, field: "statements[].amount", expected: "number", received: "string" },
      { ...drift, field: "statements[].bonus.description", expected: "string", received: "number" },
      { ...drift, field: "statements[].createdAt", expected: "datetime", received: "string" },
    ]);
    expect(JSON.stringify(other.logged)).not.toContain("secret");
  });

  test("is not logged if there is none", async () => {
    await reading(row);
    await wallet({ somethingNew: 1 });
    expect(logged()).toEqual([]);
  });

  test("is logged without names that the operator chose", async () => {
    operator.answers(json(200, { username: "u", password: "p", event: { "secret-key": 7, other: [] } }));
    await operator.client.call(endpoints.getSlotAccount, { slotCode: "UFABET" }, auth);
    expect(JSON.stringify(operator.logged)).not.toContain("secret-key");
    expect(logged()).not.toEqual([]);
  });

  test("is logged for 500 kinds at most", async () => {
    await using other = await scriptedOperator();
    const kinds = ["x", true, {}, [], null];
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.writes || endpoint.upload) continue;
      const [input = {}] = (examples as Record<string, { input: object[] }>)[name]!.input;
      for (const kind of kinds) {
        other.answers(json(200, Object.fromEntries(Object.keys(row).map((key) => [key, kind]))));
        await other.client.call(endpoint, input as never, auth);
      }
    }
    expect(other.logged.filter((facts) => "expected" in facts).length).toBeLessThanOrEqual(500);
  });
});

test("a time is understood only if it can mean one moment", () => {
  expect(offsetOf("Asia/Bangkok")).toBe("+07:00");
  expect(offsetOf("UTC")).toBe("+00:00");
  expect(instantText("2026-11-20T15:00:00.5", "+07:00")).toBe("2026-11-20T15:00:00.5+07:00");
  for (const text of ["", "15:00", "2026-11-20", "11/20/2026 15:00", "20261120150000", "123", "12345678901"]) {
    expect(instantText(text, "+07:00"), text).toBeNull();
  }
});
