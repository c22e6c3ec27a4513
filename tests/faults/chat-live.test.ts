/**
 * The live chat on a bad line: two devices of a member, one of them with scripts at least, whose connections are cut at each
 * step, or whose operator is slow or loses answers. At the end the operator's conversation is compared with what each device
 * shows.
 */
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import type { NewFault } from "../support/desk";
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
afterEach(async () => {
  await product.desk.clearFaults();
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
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
  ["a message before it leaves", () => front.cut(/^POST \/user\/chat\/messages$/, "before")],
  ["a message in its middle", () => front.cut(/^POST \/user\/chat\/messages$/, "middle")],
  ["a message's answer", () => front.cut(/^POST \/user\/chat\/messages$/, "answer")],
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

const SEND = { call: "sendChatMessage" } as const;
const HISTORY = { call: "chatHistory" } as const;
const OPERATORS: [what: string, fault: NewFault][] = [
  ["takes messages slowly", { ...SEND, kind: "slow", delayMs: 4_000, times: 2 }],
  ["takes a message and never answers", { ...SEND, kind: "hang-after-commit" }],
  ["takes a message late and never answers", { ...SEND, kind: "hang-then-commit", delayMs: 6_000 }],
  ["takes a message and loses the answer", { ...SEND, kind: "drop-after-commit" }],
  ["takes a message and says that it failed", { ...SEND, kind: "error-after-commit" }],
  ["takes a message and answers nonsense", { ...SEND, kind: "wrong-schema" }],
  ["fails before it takes a message", { ...SEND, kind: "error" }],
  ["takes no connection", { ...SEND, kind: "reset-before-read", times: 2 }],
  ["reads the history slowly", { ...HISTORY, kind: "slow", delayMs: 3_000, times: 6 }],
  ["cannot read the history", { ...HISTORY, kind: "error", times: 4 }],
  ["answers nonsense for the history", { ...HISTORY, kind: "wrong-schema", times: 4 }],
];

/** Until nothing is on its way any more: what a page says has failed is sent again. */
async function sendAgain(page: Page) {
  const resend = page.locator('.message[data-state="failed"] [action$="/resend"] button');
  await expect
    .poll(async () => {
      if ((await resend.count()) > 0) await resend.first().click();
      return open(page).count();
    }, PATIENCE)
    .toBe(0);
}

/** Until the operator has heard it, or the page says of something that it failed. */
const isTold = (page: Page, phone: string, words: string) =>
  expect
    .poll(
      async () =>
        (await heard(phone)).includes(words) || (await page.locator('.message[data-state="failed"]').count()) > 0,
      PATIENCE,
    )
    .toBe(true);

describe("one device with scripts and one without, and an operator that", () => {
  test.each(OPERATORS)("%s: every message is there once, on both", async (_what, fault) => {
    const { phone, one, other } = await twoDevices(false);
    await product.desk.fault({ ...fault, phone });
    await write(one, "First");
    await write(one, "Second");
    await isTold(one, phone, "First");
    await product.desk.answerChat({ phone, text: "Answer" });
    await isTold(one, phone, "Second");
    await product.desk.clearFaults();
    await sendAgain(one);
    await write(other, "Third");
    await product.desk.answerChat({ phone, text: "Last" });
    await expectAgreement(phone, [one, other], ["First", "Second", "Answer", "Third", "Last"]);
  });
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function choose(page: Page, name: string) {
  const chooser = page.waitForEvent("filechooser");
  await page.locator('.composer a[href$="/file"]').click();
  await (await chooser).setFiles({ name, mimeType: "image/png", buffer: PNG });
}

describe("an upload to an operator that", () => {
  test.each([
    ["stores it slowly", { call: "uploadChatImage", kind: "slow", delayMs: 4_000 }],
    ["stores it and loses the answer", { call: "uploadChatImage", kind: "drop-after-commit" }],
    ["cannot store it", { call: "uploadChatImage", kind: "error" }],
    ["takes its message slowly", { ...SEND, kind: "slow", delayMs: 4_000 }],
    ["takes its message and loses the answer", { ...SEND, kind: "drop-after-commit" }],
  ] satisfies [string, NewFault][])("%s: the file is there once, on both", async (_what, fault) => {
    const { phone, one, other } = await twoDevices(true);
    await product.desk.fault({ ...fault, phone: fault.call === SEND.call ? phone : undefined });
    await choose(one, "slip.png");
    await isTold(one, phone, "slip.png");
    await product.desk.clearFaults();
    await sendAgain(one);
    await expectAgreement(phone, [one, other], ["slip.png"]);
  });
});

describe("an upload that is cut", () => {
  test.each(["before", "middle", "answer"] as const)("%s: the file is there once, on both", async (step) => {
    const { phone, one, other } = await twoDevices(true);
    front.cut(/^POST \/user\/chat\/file$/, step);
    await choose(one, "slip.png");
    if (step !== "answer") {
      await expect.poll(() => one.locator('.message[data-state="failed"]').count(), PATIENCE).toBe(1);
      expect(await heard(phone)).toEqual([]);
      await one.locator('[action$="/resend"] button').click();
    }
    // What has arrived is not said to have failed.
    await expectAgreement(phone, [one, other], ["slip.png"]);
  });
});
