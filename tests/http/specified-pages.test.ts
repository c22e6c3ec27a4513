/** Parts of pages that the specification names, on the built product. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseLanguage, signedIn } from "../support/demo";
import { tags } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { Visitor, type Answer } from "../support/visitor";
import { assetsOf } from "../support/weight";

let product: Product;
let phone: string;
let member: Visitor;

beforeAll(async () => {
  product = await startProduct();
  const { username, password } = await product.desk.createMember({ wallet: 500_00, games: { PG: 100_00 } });
  phone = username;
  member = await signedIn(product, { username, password }, "en");
});
afterEach(() => product.desk.switches({ kbankAuto: false, registerOtp: true }));
afterAll(() => product.stop());

/** What a page says, as a screen reader gets it. */
const words = ({ text }: Pick<Answer, "text">) => text.replace(/^[^]*<body>/, "").replace(/<[^>]+>/g, "");
const calls = async (name: string) => (await product.desk.calls(name)).received;

test("amounts are in baht in the Thai market", async () => {
  const home = words(await member.get("/user/home"));
  expect(home).toContain("฿500.00");
  expect(home).not.toContain("₭");
});

test("the bar of a member's page has the app's name, the language and the way to log out", async () => {
  const { text } = await member.get("/user/home");
  const bar = /<header class="topbar"[^]*?<\/header>/.exec(text)![0];
  expect(bar).toMatch(/class="brand"[^>]*>[^]*?<\/svg>[^<]+\S[^<]*<\/a>/);
  for (const locale of ["th", "la", "en"]) expect(bar).toContain(`value="${locale}"`);
  expect(tags(bar, "form").map(({ action, method }) => [action, method])).toContainEqual(["/logout", "post"]);
});

test("pages are switched among Thai, Lao and English", async () => {
  const titles = new Set<string>();
  for (const [locale, lang] of [
    ["th", "th"],
    ["la", "lo"],
    ["en", "en"],
  ] as const) {
    await chooseLanguage(member, "/user/home", locale);
    const { text } = await member.get("/user/statement");
    expect(text).toContain(`<html lang="${lang}"`);
    titles.add(/<title>([^<]*)/.exec(text)![1]!);
  }
  expect(titles.size).toBe(3);
});

test("a category without games is not shown", async () => {
  const region = (category: string) => `aria-labelledby="${category}"`;
  const all = (await member.get("/user/home")).text;
  for (const category of ["slot", "sport", "lotto"]) expect(all).toContain(region(category));
  const found = (await member.get("/user/home?q=joker")).text;
  expect(found).toContain(region("slot"));
  for (const category of ["sport", "lotto"]) expect(found).not.toContain(region(category));
});

test("invite and refund pages ask for their banners each time they open", async () => {
  for (const [path, call] of [
    ["/user/invite", "inviteBanners"],
    ["/user/refund", "refundBanners"],
  ] as const) {
    await product.desk.resetCalls();
    await member.get(path);
    expect(await calls(call), path).toBe(1);
  }
});

test("after a transfer, home has the new balances", async () => {
  await member.submit(await member.get("/user/transfer"), { from: "wallet", to: "PG", amount: "1.25" });
  const home = words(await member.get("/user/home"));
  expect(home).toContain("฿498.75");
  expect(home).toContain("฿101.25");
  await member.submit(await member.get("/user/transfer"), { from: "PG", to: "wallet", amount: "1.25" });
});

test("a transfer is chosen among nothing yet, the wallet and the game accounts that are open", async () => {
  const { text } = await member.get("/user/transfer");
  const select = /<select[^>]*name="to"[^]*?<\/select>/.exec(text)![0];
  expect(tags(select, "option").map(({ value }) => value)).toEqual(["", "wallet", "PGSLOT", "PG"]);
});

test("KBANK is an account to pay to in the mode AUTO, and a QR in the mode QR", async () => {
  const qr = async () => (await member.get("/user/deposit?by=qr")).text.includes("/user/deposit/qr/KBANK");
  const account = async () => words(await member.get("/user/deposit")).includes("098-765-4321");
  expect([await qr(), await account()]).toEqual([true, false]);
  await product.desk.switches({ kbankAuto: true });
  expect([await qr(), await account()]).toEqual([false, true]);
});

test("the pages say that deposits take about 1 minute, and that a slip is sent within 1 hour", async () => {
  const deposit = words(await member.get("/user/deposit"));
  expect(deposit).toContain("Wait about 1 minute");
  expect(deposit).toContain("Send the slip within 1 hour of the transfer");
  expect(words(await member.get("/user/slips"))).toContain("Send it within 1 hour of the transfer.");
});

test("the cards of bonuses have the pictures of their banners", async () => {
  // A first visit, which must be small, shows none.
  await member.get(assetsOf((await member.get("/user/bonus")).text).sheet);
  const { text } = await member.get("/user/bonus");
  const cards = [...text.matchAll(/class="bonus-card"[^>]*>\s*<img[^>]*src="([^"]+)"/g)];
  expect(cards.length).toBeGreaterThan(1);
  for (const [, source] of cards) expect((await fetch(new URL(source!, product.url))).status).toBe(200);
});

test("the page of a bonus has its banners with picture and text, the notice and the button", async () => {
  const { text } = await member.get("/user/bonus/details?code=WELCOME100");
  const banners = /<section[^>]*class="banners"[^]*?<\/section>/.exec(text)?.[0] ?? text;
  expect(banners).toMatch(/<img[^>]*src="/);
  expect(banners).toMatch(/class="markup"/);
  expect(text).not.toContain("%percentFail%");
  expect(words({ text })).toContain("Receive this bonus");
});

test("the wheel's page has its name, and its button the coins", async () => {
  await product.desk.giveCoins(phone, 3);
  const { text } = await member.get("/user/spin");
  expect(/<h1[^>]*>([^<]+)/.exec(text)![1]).toMatch(/[\u0e00-\u0e7f]/);
  const hub = /<button class="wheel-hub"[^]*?<\/button>/.exec(text)![0];
  expect(words({ text: hub })).toContain("3");
});

test("the profile is checked by the operator before the account is created", async () => {
  const guest = new Visitor(product.url);
  const answers = {
    username: "0815550777",
    name: "Somchai",
    password: "secret-1234",
    confirmPassword: "secret-1234",
    bankCode: "KBANK",
    firstName: "SOMCHAI",
    lastName: "JAIDEE",
    bankAccountNo: "0815550777",
    adult: "1",
  };
  await product.desk.switches({ registerOtp: false });
  await product.desk.resetCalls();
  const profile = await guest.complete(await guest.get("/register"), answers);
  await product.desk.fault({ call: "validateAccount", kind: "refuse", code: "INVALID_USER_INFO", times: 0 });
  const refused = await lastOf(guest, profile!, answers);
  expect(refused.text).not.toContain("Refresh");
  expect(await calls("register")).toBe(0);
  await product.desk.clearFaults();
  const done = await lastOf(guest, await guest.get("/register/profile"), answers);
  expect(await calls("register")).toBe(1);
  expect(await calls("validateAccount")).toBeGreaterThan(1);
  ended = done;
});

/** The page that the registration above has ended on. */
let ended: Answer;

test("a registration ends on a page that leads to the login after two seconds", () => {
  expect(ended.path).toBe("/register/done");
  expect(ended.headers.refresh).toBe("2; url=/login");
});

/** Goes on through the steps until none is left, or one is refused. */
async function lastOf(guest: Visitor, page: Answer, answers: Record<string, string>) {
  let last = page;
  for (
    let step: Answer | null = page;
    step && last.status < 400 && !last.path.startsWith("/register/done");
    last = step ?? last
  )
    step = await guest.complete(last, answers);
  return last;
}
