/**
 * Each code that the operator may refuse a call with has its own text, at the place of the call: the sandbox refuses the
 * call of a real form or page of the built product. The languages take turns.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import en from "../../locales/en/errors.json";
import la from "../../locales/la/errors.json";
import th from "../../locales/th/errors.json";
import { errorText } from "../../server/operator/errors";
import { CALL_CODES, COMMON, SESSION_ENDS } from "../support/call-codes";
import { chooseLanguage, signedIn } from "../support/demo";
import type { NewMember } from "../support/desk";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { Visitor, type Answer, type Fields } from "../support/visitor";
import { prizePages, spun } from "../support/wheel";
import { saidInstead } from "./error-exceptions";

const TEXTS = { th, la, en };
const LANGUAGES = ["th", "la", "en"] as const;
type Language = (typeof LANGUAGES)[number];

let product: Product;
/** The same operator's, with withdrawals that do not collect the money of games first. */
let plain: Product;
let phone: string;
let password: string;
const members = new Map<Language, Visitor>();

beforeAll(async () => {
  product = await startProduct();
  const OPERATOR_API_URL = new URL(product.deskUrl).origin;
  plain = await startProduct({ env: { OPERATOR_API_URL, NODE_ENV: "test", CLOSED_S: "0", WITHDRAW_CALL: "withdraw" } });
  const games = { PG: 100_00, AREASLOT: 0 };
  ({ username: phone, password } = await product.desk.createMember({ wallet: 50_000_00, games }));
  await product.desk.friendPlays(phone, 1_000_00);
  await product.desk.loseLastWeek(phone, 1_000_00);
  for (const language of LANGUAGES)
    members.set(language, await signedIn(product, { username: phone, password }, language));
}, 180_000);
afterEach(() => product.desk.clearFaults());
afterAll(async () => {
  await plain?.stop();
  await product?.stop();
});

/** Sends the form of a page with the fields and what else it has. */
async function send(visitor: Visitor, path: string, fields: Fields, by = "k"): Promise<Answer> {
  const page = await visitor.get(path);
  const form = formWith(page.text, [by]);
  if (!form) throw new Error(`${page.path} (${page.status}) has no form with ${by}`);
  return visitor.post(form.action ?? page.path, { ...form.values, ...fields });
}

/** Presses a button of a game's page, whose answer may be shown once. */
const ofGame = async (visitor: Visitor, game: string, page: string) => {
  const { values } = formWith((await visitor.get(`/user/games/${game}`)).text, ["_t"])!;
  return visitor.post(`/user/games/${game}/${page}`, { _t: values._t! });
};

/** A member of their own, where an earlier refusal would change the page. */
async function someone(language: Language, wish: NewMember) {
  const { username, password } = await product.desk.createMember(wish);
  return { phone: username, member: await signedIn(product, { username, password }, language) };
}

async function guestIn(language: Language) {
  const guest = new Visitor(product.url);
  await chooseLanguage(guest, "/login", language);
  return guest;
}

const PROFILE = { name: "S", password: "secret-1234", confirmPassword: "secret-1234" };
const BANK = {
  bankCode: "KBANK",
  firstName: "SOMCHAI",
  lastName: "JAIDEE",
  bankAccountNo: "0815550999",
  adult: "1",
};

let numbers = 5_551_000;
/** A registration up to a step. */
async function registration(language: Language, until: "phone" | "otp" | "profile" | "bank") {
  const guest = await guestIn(language);
  const username = `081${(numbers += 1)}`;
  await product.desk.switches({ registerOtp: until === "otp" });
  if (until === "phone") {
    await product.desk.switches({ registerOtp: true });
    return { guest, username };
  }
  await send(guest, "/register", { username }, "username");
  if (until === "bank") await send(guest, "/register/profile", PROFILE, "name");
  return { guest, username };
}

type Way = (member: Visitor, language: Language) => Promise<Answer>;

/** Where each call is made. */
const WAYS: Record<string, Way> = {
  transfer: (member) => send(member, "/user/transfer", { from: "wallet", to: "PG", amount: "1" }),
  transferAll: (member) => send(member, "/user/transfer/all", {}),
  withdraw: async (_, language) => {
    const member = await signedIn(plain, { username: phone, password }, language);
    return send(member, "/user/withdraw/review?amount=100", {});
  },
  withdrawAll: (member) => send(member, "/user/withdraw/review?amount=100", {}),
  createQr: (member) => send(member, "/user/deposit/qr/KBANK", { amount: "100" }),
  addToWallet: (member) => send(member, "/user/deposit/truewallet", { amount: "100" }),
  submitTruelink: async (member) => {
    const { link } = await product.desk.gift(50_00);
    return send(member, "/user/deposit/truewallet?by=gift", { link });
  },
  uploadSlip: async (member) => {
    const { png } = await product.desk.makeSlip({ phone, amount: 100_00 });
    const file = { name: "slip.png", type: "image/png", bytes: Buffer.from(png, "base64") };
    return send(member, "/user/slips?send=1", { file }, "file");
  },
  receiveInviteBonus: async (_, language) => {
    // One who has received it today gets no form.
    const { member, phone } = await someone(language, { wallet: 500_00 });
    await product.desk.friendPlays(phone, 1_000_00);
    return send(member, "/user/invite/receive", {});
  },
  receiveRefund: (member) => send(member, "/user/refund/receive", {}),
  addRefundToWallet: async (member) => {
    await product.desk.switches({ refundSuccess: 0, refundFail: 0 });
    const answer = await send(member, "/user/refund/receive", {});
    await product.desk.switches({ refundSuccess: 200, refundFail: 5 });
    return answer;
  },
  activateBonus: (member) => send(member, "/user/bonus/details?code=DAILY20", {}),
  clearBonus: async (_, language) => {
    const { member, phone } = await someone(language, { wallet: 0, games: { PG: 200_00 } });
    await product.desk.receiveOffer(phone, "DAILY20");
    await product.desk.play(phone, "PG", -200_00);
    return send(member, "/user/bonus/clear", {});
  },
  activatePromotion: (member) => send(member, "/user/promotion?code=NEWYEAR27", {}),
  spin: async (member) => {
    await product.desk.giveCoins(phone, 1);
    return send(member, "/user/spin", {});
  },
  claimCoupon: async (_, language) => {
    const { member, phone } = await someone(language, {});
    const [, claim] = await prizePages(member, await spun(product.desk, member, phone, 50_00));
    return send(member, claim!.path, {});
  },
  cancelQr: async (_, language) => {
    const { member } = await someone(language, {});
    await send(member, "/user/deposit/qr/KBANK", { amount: "100" });
    return send(member, "/user/deposit/qr/KBANK/cancel", {});
  },
  refreshSlots: async (member) => {
    const { values } =
      formWith((await member.get("/user/home")).text, ["to"]) ??
      formWith((await member.get("/user/home")).text, ["_t"])!;
    return member.post("/user/refresh", values);
  },
  slipImage: async (member) => {
    await WAYS.uploadSlip!(member, "en");
    const [slip] = await product.desk.slips(phone);
    return member.get(`/user/slips/image?reference=${slip!.reference}`);
  },
  getWallet: (member) => member.get("/user/transfer"),
  findQr: (member) => member.get("/user/deposit/qr/KBANK"),
  activateSlot: (member) => ofOpening(member),
  resetSlotPassword: (member) => ofGame(member, "PG", "reset"),
  getSlotAccount: (member) => ofGame(member, "PG", "credentials"),
  autoLoginPg: (member) => ofGame(member, "PG", "launch"),
  autoLoginAreaslot: (member) => ofGame(member, "AREASLOT", "launch"),
  login: async (_, language) => send(await guestIn(language), "/login", { username: phone, password }, "password"),
  getProfile: async (_, language) => send(await guestIn(language), "/login", { username: phone, password }, "password"),
  updateProfile: async (member) => {
    const name = `Somchai ${(names += 1)}`;
    return member.submit(await send(member, "/user/profile/edit", { name }, "name"), { name });
  },
  updateBankAccountName: async (_, language) => {
    const { member, phone } = await someone(language, {});
    await product.desk.setBank(phone, { code: "TMB", name: "สมชาย ใจดี", number: `11122${55_000 + (names += 1)}` });
    return send(member, "/user/profile/bank-name", { bankAccountName: "SOMCHAI JAIDEE" }, "bankAccountName");
  },
  changePassword: async (_, language) => {
    const { member } = await someone(language, {});
    const fields = { oldPassword: password, newPassword: "New-Passw0rd", confirmPassword: "New-Passw0rd" };
    return send(member, "/user/profile/password", fields, "oldPassword");
  },
  sendOtp: async (_, language) => {
    const { guest, username } = await registration(language, "phone");
    return send(guest, "/register", { username }, "username");
  },
  verifyOtp: async (_, language) => {
    const { guest } = await registration(language, "otp");
    return send(guest, "/register/otp", { otpCode: "123456" }, "otpCode");
  },
  validateAccount: async (_, language) =>
    send((await registration(language, "profile")).guest, "/register/profile", PROFILE, "name"),
  register: async (_, language) =>
    send((await registration(language, "bank")).guest, "/register/bank", BANK, "bankCode"),
  chatConfig: (member) => member.get("/user/chat"),
  chatHistory: (member) => member.get("/user/chat"),
  sendChatMessage: async (_, language) => {
    const { member } = await someone(language, {});
    return send(member, "/user/chat", { text: "Hello" }, "text");
  },
};

/** Calls that have only the codes of all. */
const CHAT = ["chatConfig", "chatHistory", "sendChatMessage"];

let names = 0;

async function ofOpening(member: Visitor) {
  const page = await member.get("/user/games/SLOTXO/open");
  const { values } = formWith(page.text, ["_t"])!;
  return member.post("/user/games/SLOTXO/open", { _t: values._t! });
}

/** What a page says, as a screen reader gets it. */
const words = ({ text }: Answer) =>
  text
    .replace(/^[^]*<body>/, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');

const own = (code: string, language: Language) => {
  const key = errorText(code).replace("errors:", "") as keyof typeof en;
  return TEXTS[language][key];
};

/** No error for the member, and only the operator's own answer leads there. */
const ALREADY_OPEN = "SLOT_ALREADY_ACTIVE";

/** Refuses a call once, wherever it comes from. */
const refuse = (call: string, code: string, times = 1) => product.desk.fault({ call, kind: "refuse", code, times });

const rows = [...CALL_CODES, ...CHAT.map((call) => [call, []] as const)]
  .flatMap(([call, codes]) => [...codes, ...COMMON].map((code) => [call, code] as const))
  .filter(([call, code]) => call in WAYS && code !== ALREADY_OPEN)
  .map(([call, code], at) => [call, code, LANGUAGES[at % 3]!] as const);

test("every call with codes of its own is made here", () => {
  expect([...CALL_CODES.keys()].filter((call) => !(call in WAYS))).toEqual([]);
});

test.each(rows)("%s refused with %s", async (call, code, language) => {
  // Reads are tried twice, and several times by some pages.
  const isRead = /^(get|chat)/.test(call) || call === "findQr";
  await refuse(call, code, isRead ? 0 : 1);
  const page = await WAYS[call]!(members.get(language)!, language);
  const shown = words(page);
  expect(shown).toContain(saidInstead(call, code, language) ?? own(code, language));
  expect(shown).not.toContain(TEXTS[language].GENERAL);
});

test(`activateSlot refused with ${ALREADY_OPEN} leads to the account, which is open`, async () => {
  const { member } = await someone("en", {});
  const { values } = formWith((await member.get("/user/games/SLOTXO/open")).text, ["_t"])!;
  const open = () => member.post("/user/games/SLOTXO/open", { _t: values._t! });
  await product.desk.resetCalls();
  await open();
  expect((await product.desk.calls("activateSlot")).refused).toBe(0);
  const again = await open();
  expect((await product.desk.calls("activateSlot")).refused).toBe(1);
  expect(again.path).toBe("/user/games/SLOTXO");
});

describe.each(SESSION_ENDS)("a member whose session ends with %s", (code) => {
  test.each([
    ["getWallet", (member: Visitor) => member.get("/user/transfer")],
    ["transfer", WAYS.transfer!],
  ] as const)("in %s logs in again", async (call, way) => {
    const member = await signedIn(product, { username: phone, password });
    await refuse(call, code, 0);
    const page = await way(member, "en");
    expect(page.path).toMatch(/^\/login\?nextUrl=%2Fuser%2Ftransfer/);
  });
});
