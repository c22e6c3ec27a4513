import type { Page } from "@playwright/test";
import type { FaultKind } from "../../server/sandbox/wire/faults";
import { expectCopyButton } from "../support/copying";
import { expect, test, variant } from "../support/fixtures";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };

async function transfer(page: Page, amount: string) {
  await page.goto(`/user/transfer?to=PG&amount=${amount}`);
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
}

/** A receipt must never contradict the ledger. */
async function honest(page: Page, moved: boolean) {
  await expect(heading(page, moved ? "It did not go through" : "Transferred")).toHaveCount(0);
}

const EXECUTED: FaultKind[] = [
  "drop-after-commit",
  "error-after-commit",
  "html-502",
  "timeout-504",
  "empty",
  "html",
  "wrong-schema",
];
const NOT_EXECUTED: FaultKind[] = ["error", "reset", "unavailable-503", "redirect"];

for (const [at, kind] of EXECUTED.entries()) {
  test(
    `a transfer whose answer is lost after execution (${kind}) is shown as unknown, then as done`,
    variant(at),
    async ({ page, member, product, axe }) => {
      const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
      await product.desk.fault({ call: "transfer", kind, phone: username });
      await transfer(page, "200");
      await honest(page, true);
      if (kind === "drop-after-commit") await axe();
      await expect(heading(page, "Transferred")).toBeVisible(LATER);
      if (kind === "drop-after-commit") await axe();
      expect(await member.balances()).toMatchObject({ wallet: 300_00, PG: 200_00 });
      expect((await product.desk.statement(username)).total).toBe(1);
    },
  );
}

for (const [at, kind] of NOT_EXECUTED.entries()) {
  test(
    `a transfer that fails before execution (${kind}) is shown as unknown, then as not done`,
    variant(at),
    async ({ page, member, product, axe }) => {
      const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
      await product.desk.fault({ call: "transfer", kind, phone: username });
      await transfer(page, "200");
      await expect(heading(page, "We do not know the result yet")).toBeVisible();
      await expect(page.getByText("Please do not send it again.")).toBeVisible();
      await honest(page, false);
      await expect(heading(page, "It did not go through")).toBeVisible(LATER);
      if (kind === "error") await axe();
      expect(await member.balances()).toMatchObject({ wallet: 500_00 });
      expect((await product.desk.statement(username)).total).toBe(0);
      await page.getByRole("link", { name: "Back to the form" }).click();
      await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("200");
    },
  );
}

test("while the outcome of a transfer is unknown, money forms are closed and home links to the receipt", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.fault({ call: "transfer", kind: "error", phone: username });
  await transfer(page, "200");
  const receipt = page.url();
  await product.desk.fault({ call: "listStatements", kind: "error", times: 0, phone: username });
  for (const form of ["/user/transfer", "/user/transfer/all", "/user/withdraw"]) {
    await page.goto(form);
    expect(page.url()).toBe(receipt);
  }
  await page.goto("/user/home");
  await page.getByRole("link", { name: "A transaction is not finished yet" }).click();
  expect(page.url()).toBe(receipt);
});

test("a slow transfer is shown as being sent, and its page updates by itself", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.fault({ call: "transfer", kind: "slow", delayMs: 11_000, phone: username });
  await page.goto("/user/transfer?to=PG&amount=200");
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await expect(heading(page, "We are sending it")).toBeVisible(LATER);
  await expect(page.getByText("You can close this page.")).toBeVisible();
  await axe();
  await expect(heading(page, "Transferred")).toBeVisible(LATER);
});

test("a refusal gives the reason, says that no money moved, and links back to the filled form", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.fault({ call: "transfer", kind: "refuse", code: "MONEY_NOT_ENOUGH", phone: username });
  await transfer(page, "200");
  await expect(heading(page, "The transfer was not made")).toBeVisible();
  await expect(page.getByText("The balance is not enough.")).toBeVisible();
  await expect(page.getByText("No money was taken from your account.")).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Back to the form" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("PG");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("200");
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
});

test("an outcome that cannot be resolved needs support, and money forms open again once the member has read the statement", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.fault({ call: "transfer", kind: "error", phone: username });
  await transfer(page, "200");
  // A win of exactly this amount looks as if the money had moved.
  await product.desk.play(username, "PG", 200_00);
  await expect(heading(page, "Please contact support")).toBeVisible(LATER);
  await axe();
  const receipt = page.url();
  await page.goto("/user/transfer");
  expect(page.url()).toBe(receipt);
  await page.getByRole("button", { name: "I have checked the statement" }).click();
  await expect(page.getByText("You can make transactions again.")).toBeVisible();
  await page.goto(receipt);
  await expect(page.getByRole("button", { name: "I have checked the statement" })).toHaveCount(0);
  await axe();
  await transfer(page, "10");
  await expect(heading(page, "Transferred")).toBeVisible();
});

async function withdraw(page: Page, amount: string) {
  await page.goto(`/user/withdraw/review?amount=${amount}`);
  await page.getByRole("button", { name: /^Withdraw/ }).click();
}

test("a withdrawal is shown as accepted, and as paid once the bank has paid", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await withdraw(page, "400");
  await expect(heading(page, "Withdrawal request sent")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("In progress");
  await expect(main).toContainText(/Main wallet now฿600\.00/);
  await expect(main.getByRole("link", { name: /deposit/i })).toHaveCount(0);
  await axe();
  await product.desk.settle(username);
  await page.reload();
  await expect(heading(page, "Withdrawal paid")).toBeVisible();
  await axe();
});

test("a withdrawal that the bank refuses returns to the wallet, and the receipt says so", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await withdraw(page, "400");
  await expect(heading(page, "Withdrawal request sent")).toBeVisible();
  await product.desk.refuse(username);
  await page.reload();
  await expect(heading(page, "The bank did not take the withdrawal")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Main wallet now฿1,000\.00/);
  await axe();
});

test("only the member can see a receipt", async ({ page, member, product, browser }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await transfer(page, "200");
  const receipt = new URL(page.url()).pathname;
  const stranger = await product.desk.createMember();
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  await other.goto("/login");
  await other.locator("input[name=username]").fill(stranger.username);
  await other.locator("input[name=password]").fill(stranger.password);
  await other.locator("input[name=password]").press("Enter");
  await expect(other).toHaveURL(/\/user\//);
  expect((await other.goto(receipt))?.status()).toBe(404);
  await context.close();
  expect((await page.goto("/user/receipt/00000000-0000-4000-8000-000000000000"))?.status()).toBe(404);
});

test("a receipt has a reference to read out and copy, and is found by it in any spelling @main", async ({
  page,
  member,
  javaScriptEnabled,
}) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await transfer(page, "200");
  const reference = await page.getByRole("main").locator("code").textContent();
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}$/);
  await expect(page).toHaveURL(`/user/receipt/${reference}`);
  await expectCopyButton(page, reference!, javaScriptEnabled);

  const typed = reference!.toLowerCase().replaceAll("-", "").replaceAll("1", "l").replaceAll("0", "o");
  await page.goto(`/user/receipt/${typed.replaceAll("v", "u")}`);
  await expect(heading(page, "Transferred")).toBeVisible();
  await expect(page.getByRole("main").locator("code")).toHaveText(reference!);
  const wrong = `${reference!.slice(0, -1)}${reference!.endsWith("X") ? "Y" : "X"}`;
  expect((await page.goto(`/user/receipt/${wrong}`))?.status()).toBe(404);
});
