import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { expect, test } from "../support/fixtures";
import { enterPhone, newPhone } from "./register-steps";
import type { SharedProduct } from "../support/shared-products";

/** Waiting pages reload themselves, and paused calls are tried again, which takes time. */
const LATER = { timeout: 40_000 };

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const notice = (page: Page) => page.getByRole("status");
const scenario = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

/** Opens the desk with this member chosen, and presses a button of a scenario. */
async function press(page: Page, product: SharedProduct, member: string, title: string, button: string) {
  await page.goto(`${product.deskUrl}?member=${member}`);
  await scenario(page, title).getByRole("button", { name: button }).click();
  await expect(notice(page)).toBeVisible();
}

async function transfer(page: Page) {
  await page.goto("/user/transfer?to=PG&amount=200");
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
}

async function withdraw(page: Page) {
  await page.goto("/user/withdraw");
  await page.getByLabel("Amount to withdraw").fill("150");
  await page.getByRole("button", { name: "Check the withdrawal" }).click();
  await page.getByRole("button", { name: /^Withdraw .\d/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
}

test("a lost answer: the receipt finds the transfer, which happened once", async ({ page, member, product }) => {
  const { id, username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await press(page, product, id, "Lost answer", "Lose the next answer");
  await expect(scenario(page, "Lost answer")).toContainText("on");
  await transfer(page);
  await expect(heading(page, "Transferred")).toBeVisible(LATER);
  expect(await member.balances()).toMatchObject({ wallet: 300_00, PG: 200_00 });
  expect(await product.desk.calls("transfer")).toMatchObject({ received: 1, executed: 1 });
  expect((await product.desk.statement(username)).total).toBe(1);
});

test("a lost answer can be called off", async ({ page, member, product }) => {
  const { id } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await press(page, product, id, "Lost answer", "Lose the next answer");
  await scenario(page, "Lost answer").getByRole("button", { name: "Do not lose it" }).click();
  await expect(notice(page)).toHaveText(/Answers of transfers arrive/);
  expect(await product.desk.faults()).toEqual([]);
});

test("a refused withdrawal: the next one is refused, and no money is gone", async ({ page, member, product }) => {
  const { id } = await member.signIn({ wallet: 500_00 });
  await press(page, product, id, "Refused withdrawal", "Refuse the withdrawal");
  await withdraw(page);
  await expect(heading(page, "The withdrawal was not made")).toBeVisible(LATER);
  expect(await member.balances()).toMatchObject({ wallet: 500_00 });
});

test("a refused withdrawal: one that waits goes back to the wallet", async ({ page, member, product }) => {
  const { id } = await member.signIn({ wallet: 500_00 });
  await withdraw(page);
  expect(await member.balances()).toMatchObject({ wallet: 350_00 });
  await press(page, product, id, "Refused withdrawal", "Refuse the withdrawal");
  expect(await member.balances()).toMatchObject({ wallet: 500_00 });
  await page.goto("/user/statement");
  await expect(page.getByRole("main")).toContainText("Failed");
});

test("operator down: home says so, and works again once the operator is back", async ({ page, member, product }) => {
  const { id } = await member.signIn({ wallet: 77_00 });
  await press(page, product, id, "Operator down", "Take the operator down");
  await page.goto("/user/home");
  await expect(page.getByText("We could not load your wallet")).toBeVisible();
  await press(page, product, id, "Operator down", "Bring the operator back");
  await expect(async () => {
    await page.goto("/user/home");
    await expect(page.getByText("We could not load your wallet")).toHaveCount(0, { timeout: 500 });
  }).toPass(LATER);
  await expect(page.getByRole("region", { name: "Total in all accounts" })).toContainText("77.00");
});

test("bonus held: withdrawals are closed until it ends", async ({ page, member, product }) => {
  const { id } = await member.signIn({ wallet: 500_00 });
  const closed = page.getByText("You cannot withdraw while you hold a bonus");
  await press(page, product, id, "Bonus held", "Give a bonus to hold");
  await page.goto("/user/withdraw");
  await expect(closed).toBeVisible();
  await press(page, product, id, "Bonus held", "End the bonus");
  await page.goto("/user/withdraw");
  await expect(page.getByLabel("Amount to withdraw")).toBeVisible();
  await expect(closed).toHaveCount(0);
});

test("session ended: the next page asks to log in again, and leads back", async ({ page, member, product }) => {
  const { id, username, password } = await member.signIn({ wallet: 500_00 });
  await press(page, product, id, "Session ended", "End the sessions");
  await page.goto("/user/home");
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(/\/user\/home/);
});

test("slip too old: its picture is saved at the desk, and the product says why it fails", async ({
  page,
  member,
  product,
}) => {
  await product.desk.switches({ slipReadMs: 0 });
  const { id } = await member.signIn();
  await press(page, product, id, "Slip too old", "Make an old slip");
  const saving = page.waitForEvent("download");
  await notice(page).getByRole("link", { name: "Save the picture" }).click();
  const picture = await (await saving).path();
  await page.goto("/user/slips?send=1");
  await page.getByLabel("Choose the picture of the slip").setInputFiles({
    name: "slip.png",
    mimeType: "image/png",
    buffer: await readFile(picture),
  });
  await page.getByRole("button", { name: "Send slip" }).click();
  await expect(page).toHaveURL("/user/slips");
  await expect(async () => {
    await page.getByRole("link", { name: "Load the status again" }).click();
    await expect(page.getByRole("main")).toContainText("The slip has expired", { timeout: 3_000 });
  }).toPass(LATER);
});

test("an action leads back to its place, for the same member, with its result and nothing private in the URL", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { id, username } = await member.create({ wallet: 500_00 });
  await page.goto(`${product.deskUrl}?member=${id}`);
  await page.getByText("A bank transfer arrives").click();
  const card = page.locator("#bank-transfer");
  await card.getByLabel("Amount").fill("12.50");
  await card.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByRole("region", { name: "Outside world" })).toContainText("The bank transfer has arrived.");
  await expect(notice(page)).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/desk\\?member=${id}&notice=\\d+#world$`));
  await expect(page.getByLabel("Member of all forms")).toHaveValue(id);
  expect(page.url()).not.toContain(username);
  expect(await member.balances()).toMatchObject({ wallet: 512_50 });
  await axe();
});

test("settings are choices in plain units, and the card stays open", async ({ page, product, axe }) => {
  await page.goto(product.deskUrl);
  const card = page.locator("details", { has: page.getByText("Withdrawals, games and the statement") });
  await card.locator("summary").click();
  await card.getByLabel("Statement rows appear").selectOption("after 10 seconds");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(notice(page)).toHaveText("Saved: Statement rows appear.");
  await expect(card.getByLabel("Statement rows appear")).toBeVisible();
  expect(await product.desk.switches({})).toMatchObject({ statementLagMs: 10_000, withdrawSettleMs: 0 });
  await axe();
});

test("the desk shows what the product asked and what it was answered", async ({
  page,
  member,
  product,
  javaScriptEnabled,
}) => {
  const { id } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await page.goto(`${product.deskUrl}?member=${id}`);
  const other = await page.context().newPage();
  await transfer(other);
  const calls = page.getByRole("region", { name: "Calls" });
  // With scripts the list is live.
  if (!javaScriptEnabled) await calls.getByRole("link", { name: "Refresh" }).click();
  const call = calls.locator("details", { has: page.getByText("transfer", { exact: true }) });
  await call.locator("summary").click(LATER);
  await expect(call).toContainText("POST /api/wallet/transfer");
  await expect(call).toContainText(/"from": "wallet",\s+"to": "PG",\s+"amount": 200/);
  await expect(call).toContainText('"message": "SUCCESS"');
});

test("the ledger is a page with its trial balance", async ({ page, member, product, axe }) => {
  const { id } = await member.create({ wallet: 500_00 });
  await product.desk.bankTransfer((await member.create()).username, 100_00);
  await page.goto(`${product.deskUrl}?member=${id}`);
  await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Ledger" }).click();
  const [, debit, credit] = await page
    .getByRole("row", { name: /^Total / })
    .getByRole("cell")
    .allInnerTexts();
  expect(debit).toBe(credit);
  expect(debit).toMatch(/[1-9]/);
  await expect(page.getByRole("main")).toContainText("exact");
  await expect(page.getByRole("row", { name: "Wallet of the member 100.00" })).toBeVisible();
  await axe();
});

for (const width of [320, 360, 1280]) {
  test(`no page of the desk is wider than ${width} px, also with large text`, async ({ page, member, product }) => {
    // Names have no spaces in Thai and Lao, and lists of members show them whole.
    await member.create({ name: "นามสกุลยาวมาก".repeat(7), games: { PG: 999_999_999_99 } });
    // A code that was sent, with the text of its SMS.
    await enterPhone(page, newPhone(product));
    await expect(page).toHaveURL("/register/otp");
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["", "/ledger"]) {
      await page.goto(product.deskUrl + path);
      // Opened cards are the widest.
      await page
        .locator("details")
        .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
      for (const size of ["100%", "200%"]) {
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path + size).toBe(width);
      }
    }
  });
}

test.describe("beside the product", () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ env: { NODE_ENV: "development" } });
  });
  test.afterAll(() => product.stop());

  /** A wide window of a signed-in member. */
  async function wideWindow(browser: Browser, javaScriptEnabled: boolean) {
    const { username, password } = await product.desk.createMember({ wallet: 500_00 });
    const visitor = new Visitor(product.url);
    const form = formWith((await visitor.get("/login")).text, ["username", "password"]);
    await visitor.send("POST", "/login", { ...form?.values, username, password });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled });
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: product.url })));
    await context.addCookies([{ name: "locale", value: "en", url: product.url }]);
    return context.newPage();
  }

  test("the bar of the product's pages leads to the desk, which frames the product with the member's session", async ({
    browser,
    javaScriptEnabled,
  }) => {
    const page = await wideWindow(browser, javaScriptEnabled);
    await page.goto(`${product.url}/user/home`);
    await page.getByRole("link", { name: "Open the desk" }).click();
    await expect(page).toHaveURL(product.deskUrl.replace("127.0.0.1", "localhost"));
    const phone = page.frameLocator("iframe[name=phone]");
    await expect(phone.getByRole("region", { name: "Total in all accounts" })).toContainText("500.00");
    await page.context().close();
  });

  test("a button shows its effect in the frame, and the frame keeps its page while the desk is used", async ({
    browser,
    javaScriptEnabled,
  }) => {
    const page = await wideWindow(browser, javaScriptEnabled);
    await page.goto(product.deskUrl);
    const phone = page.frameLocator("iframe[name=phone]");
    await scenario(page, "Bonus held").getByRole("link", { name: "See it" }).click();
    await expect(phone.getByLabel("Amount to withdraw")).toBeVisible();
    await scenario(page, "Bonus held").getByRole("button", { name: "Give a bonus to hold" }).click();
    await expect(notice(page)).toBeVisible();
    await expect(phone.getByRole("heading", { name: "Withdraw", exact: true })).toBeVisible();
    await page.context().close();
  });

  test("on a phone the desk has no frame", async ({ browser, javaScriptEnabled }) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, javaScriptEnabled });
    await page.goto(product.deskUrl);
    await expect(page.locator("iframe")).toBeHidden();
    await expect(page.getByRole("link", { name: "Open the product" })).toBeVisible();
    await page.close();
  });
});
