/**
 * The live chat on a bad line: two devices of a member, one of them with scripts at least, whose connections are cut at each
 * step. At the end the operator's conversation is compared with what each device shows.
 */
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { startProduct, type Product } from "../support/product";
import { startFront, type Front } from "./front";

let product: Product;
let front: Front;
let browser: Browser;
const contexts: BrowserContext[] = [];
const PATIENCE = { timeout: 45_000 };

beforeAll(async () => {
  let url = "";
  front = await startFront(() => url);
  product = await startProduct({ env: { PUBLIC_ORIGIN: front.url } });
  ({ url } = product);
  await product.desk.switches({ chatAgent: "away" });
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
}, 120_000);
afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
afterAll(async () => {
  await browser?.close();
  await front?.close();
  await product?.stop();
});

/** A browser of the member, on the page of the chat. */
async function device(account: { username: string; password: string }, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, baseURL: front.url });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto("/login");
  await page.locator("input[name=username]").fill(account.username);
  await page.locator("input[name=password]").fill(account.password);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL("**/user/home");
  await page.goto("/user/chat");
  if (javaScriptEnabled) await page.locator("[role=log]").waitFor();
  return page;
}

async function twoDevices(otherHasScripts: boolean) {
  const account = await product.desk.createMember();
  return { phone: account.username, one: await device(account, true), other: await device(account, otherHasScripts) };
}

async function write(page: Page, words: string) {
  await page.locator("textarea[name=text]").fill(words);
  await page.locator(".composer button[type=submit]").click();
}

const wordsOf = ({ message: { payload } }: { message: { payload?: unknown } }) =>
  typeof payload === "string" ? payload : (payload as { name: string }).name;
const heard = async (phone: string) => (await product.desk.chat({ phone })).map(wordsOf);

/** What a page says has arrived, in its order. */
const shown = (page: Page) =>
  page
    .locator(".message:not([data-state])")
    .evaluateAll((all) =>
      all.map((one) => one.querySelector("img")?.getAttribute("alt") ?? one.querySelector(".bubble")!.textContent),
    );
/** What a page says is on its way, or has not arrived. */
const open = (page: Page) => page.locator(".message[data-state]");

/** Everything was heard once, and each device shows it in the operator's order, and nothing else. */
async function expectAgreement(phone: string, devices: readonly Page[], said: readonly string[]) {
  await expect.poll(async () => (await heard(phone)).toSorted(), PATIENCE).toEqual([...said].sort());
  for (const page of devices) {
    const hasScripts = await page.evaluate(() => document.querySelector("[role=log]") !== null);
    await expect
      .poll(async () => {
        if (!hasScripts) await page.goto("/user/chat");
        return { shown: await shown(page), open: await open(page).count() };
      }, PATIENCE)
      .toEqual({ shown: await heard(phone), open: 0 });
  }
}

const LINES: [what: string, cut: () => void][] = [
  ["the socket at its handshake", () => (front.cutSockets(3, 0), front.dropSockets())],
  ["the socket after its handshake", () => (front.cutSockets(3, 1), front.dropSockets())],
  ["the socket when it is joined", () => (front.cutSockets(3, 2), front.dropSockets())],
  ["the socket when the first message comes", () => (front.cutSockets(3, 4), front.dropSockets())],
  ["the socket of both", () => front.dropSockets()],
  ["a message before it leaves", () => front.cut(/^POST \/user\/chat$/, "before")],
  ["a message in its middle", () => front.cut(/^POST \/user\/chat$/, "middle")],
  ["a message's answer", () => front.cut(/^POST \/user\/chat$/, "answer")],
  ["the reading after it", () => front.cut(/^GET \/user\/chat\/messages/, "before")],
  ["the answer of the reading after it", () => front.cut(/^GET \/user\/chat\/messages/, "answer")],
];

describe.each([
  ["two devices with scripts", true],
  ["one device with scripts and one without", false],
])("%s, and a line that cuts", (_, otherHasScripts) => {
  test.each(LINES)("%s: every message is there once, on both", async (_what, cut) => {
    const { phone, one, other } = await twoDevices(otherHasScripts);
    cut();
    await write(one, "First");
    await write(one, "Second");
    await product.desk.answerChat({ phone, text: "Answer" });
    await expect.poll(() => heard(phone), PATIENCE).toContain("Second");
    await write(other, "Third");
    await product.desk.answerChat({ phone, text: "Last" });
    await expectAgreement(phone, [one, other], ["First", "Second", "Answer", "Third", "Last"]);
    const said = await heard(phone);
    expect(said.indexOf("First")).toBeLessThan(said.indexOf("Second"));
  });
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("an upload that is cut", () => {
  test.each(["before", "middle", "answer"] as const)("%s: the file is there once, on both", async (step) => {
    const { phone, one, other } = await twoDevices(true);
    const chooser = one.waitForEvent("filechooser");
    await one.locator('.composer a[href$="/file"]').click();
    front.cut(/^POST \/user\/chat\/file$/, step);
    await (await chooser).setFiles({ name: "slip.png", mimeType: "image/png", buffer: PNG });
    if (step !== "answer") {
      await expect.poll(() => one.locator('.message[data-state="failed"]').count(), PATIENCE).toBe(1);
      expect(await heard(phone)).toEqual([]);
      await one.locator('[action$="/resend"] button').click();
    }
    // What has arrived is not said to have failed.
    await expectAgreement(phone, [one, other], ["slip.png"]);
  });
});
