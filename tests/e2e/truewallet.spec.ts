import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };
const ADD = "/user/deposit/truewallet";
const GIFT = "/user/deposit/truewallet?by=gift";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const amount = (page: Page) => page.getByLabel("Amount to transfer");
const link = (page: Page) => page.getByLabel("Gift link");

const announceIt = (page: Page) => page.getByRole("button", { name: "Announce the deposit" });

async function announce(page: Page, text: string) {
  await page.goto(ADD);
  await amount(page).fill(text);
  await announceIt(page).click();
}

async function sendGift(page: Page, text: string) {
  await page.goto(GIFT);
  await link(page).fill(text);
  await page.getByRole("button", { name: "Send the link" }).click();
}

test("shows the wallet to pay to, and what to do first", async ({ page, member, axe }) => {
  await member.signIn();
  await page.goto("/user/deposit");
  await page.getByRole("link", { name: "True Wallet" }).click();
  await expect(page.getByText("Type the amount and announce it")).toBeVisible();
  await expect(page.getByRole("region", { name: "Transfer to this wallet" })).toContainText("081-234-5678");
  await expect(page.getByText("Wait about 1 minute")).toBeVisible();
  await axe();
  await page.getByRole("link", { name: /True Wallet gift/ }).click();
  await expect(link(page)).toBeVisible();
  await axe();
});

test("less than 2 baht cannot be announced", async ({ page, member, product, javaScriptEnabled, axe }) => {
  await member.signIn();
  await product.desk.resetCalls();
  await page.goto(ADD);
  await amount(page).fill("1.99");
  await expect(amount(page)).toHaveAccessibleDescription("Minimum ฿2.00");
  if (javaScriptEnabled) return expect(announceIt(page)).toBeDisabled();
  await announceIt(page).click();
  await expect(amount(page)).toHaveAccessibleDescription(/Deposit at least .2\.00 this way/);
  await expect(amount(page)).toHaveValue("1.99");
  await axe();
  expect((await product.desk.calls("addToWallet")).received).toBe(0);
  await amount(page).fill("2");
  await announceIt(page).click();
  await expect(heading(page, "Transfer ฿2.00 to this wallet")).toBeVisible();
});

test("nothing can be announced or redeemed once the operator has closed the channel", async ({
  page,
  member,
  product,
}) => {
  await member.signIn();
  for (const fill of [
    async () => {
      await page.goto(ADD);
      await amount(page).fill("150");
    },
    async () => {
      await page.goto(GIFT);
      await link(page).fill((await product.desk.gift(50_00)).link);
    },
  ]) {
    await product.desk.switches({ deposit: "normal" });
    await product.desk.resetCalls();
    await fill();
    await product.desk.switches({ deposit: "manual" });
    await page.getByRole("button", { name: /Announce the deposit|Send the link/ }).click();
    await expect(page).toHaveURL(/\/user\/deposit$/);
    for (const call of ["addToWallet", "submitTruelink"] as const)
      expect((await product.desk.calls(call)).received).toBe(0);
  }
});

test("an announced deposit arrives, and the page updates by itself", async ({
  page,
  member,
  product,
  javaScriptEnabled,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 20_00 });
  await announce(page, "150");
  await expect(heading(page, "Transfer ฿150.00 to this wallet")).toBeVisible();
  await expect(page.getByText("081-234-5678")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy 0812345678" })).toBeVisible({ visible: javaScriptEnabled });
  await expect(page.getByRole("button", { name: "Copy 150.00" })).toBeVisible({ visible: javaScriptEnabled });
  // All of it is on one small screen: what to pay, where to, and the check.
  await page.setViewportSize({ width: 360, height: 612 });
  await expect(page.getByRole("link", { name: "Check now" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("main")).toContainText("about 1 minute");
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 20_00 });
  await product.desk.matchAdd(username);
  await expect(heading(page, "Deposit arrived")).toBeVisible(LATER);
  await expect(page.getByRole("main")).toContainText("170.00");
  expect(await member.balances()).toMatchObject({ wallet: 170_00 });
});

test("if the money never arrives, the page says so and links to support", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ addArrives: false, addFailMs: 500 });
  await announce(page, "150");
  await expect(heading(page, "No money arrived")).toBeVisible(LATER);
  await expect(page.getByRole("link", { name: /Contact support/ })).toBeVisible();
});

test("if the answer to an announcement is lost, it is found in the statement, once", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await product.desk.fault({ call: "addToWallet", kind: "drop-after-commit", phone: username });
  await announce(page, "88");
  await expect(heading(page, "Transfer ฿88.00 to this wallet")).toBeVisible(LATER);
  expect(await member.statement()).toMatchObject([{ type: "deposit", status: "PENDING", amount: 88_00 }]);
});

test("a gift is received from a pasted message", async ({ page, member, product, axe }) => {
  await member.signIn({ wallet: 10_00 });
  const gift = await product.desk.gift(123_00);
  await sendGift(page, `You have received a gift!\nOpen it here: ${gift.link}\nIt expires tomorrow.`);
  await expect(heading(page, "Gift received")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("123.00");
  await expect(page.getByRole("main")).toContainText(/FromTrue ?Wallet/i);
  await expect(page.getByRole("main")).not.toContainText(gift.hash);
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 133_00 });
});

test("a gift code without a link is accepted", async ({ page, member, product }) => {
  await member.signIn({ wallet: 0 });
  const gift = await product.desk.gift(5_00);
  await sendGift(page, gift.hash);
  await expect(heading(page, "Gift received")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 5_00 });
});

test("a link to another site is refused before anything is sent", async ({
  page,
  member,
  product,
  javaScriptEnabled,
  axe,
}) => {
  await member.signIn();
  await product.desk.resetCalls();
  const wrong = "https://gift.truemoney.com.evil.example/campaign/?v=0190demo7f3aQx";
  await sendGift(page, wrong);
  await expect(link(page)).toHaveAccessibleDescription(/This gift link is not right/);
  await expect(link(page)).toHaveValue(wrong);
  await axe();
  await expect(link(page)).toBeFocused();
  await link(page).fill(" ");
  await expect(page.locator(".why-not")).toHaveText("Paste the gift link");
  const send = page.getByRole("button", { name: "Send the link" });
  if (javaScriptEnabled) await expect(send).toBeDisabled();
  else {
    await send.click();
    await expect(link(page)).toHaveAccessibleDescription(/Paste the gift link/);
  }
  expect((await product.desk.calls("submitTruelink")).received).toBe(0);
});

const USELESS = [
  ["used", "This gift link has been used already."],
  ["expired", "This gift link is not right or has expired."],
  ["own", "This gift link is not right or has expired."],
] as const;
for (const [at, [state, text]] of USELESS.entries()) {
  test(
    `a gift that is ${state} is refused, and the page says what to do`,
    variant(at),
    async ({ page, member, product }) => {
      const { username } = await member.signIn({ wallet: 0 });
      const gift = await product.desk.gift(50_00, state, username);
      await sendGift(page, gift.link);
      await expect(heading(page, "The gift was not received")).toBeVisible();
      await expect(page.getByRole("main")).toContainText(text);
      await expect(page.getByRole("main")).toContainText("Use the link of a new gift.");
      await page.getByRole("link", { name: "Back to the form" }).click();
      await expect(link(page)).toBeVisible();
      expect(await member.balances()).toMatchObject({ wallet: 0 });
    },
  );
}

test("a gift that is sent twice is received once, and the page says so", async ({ page, member, product }) => {
  await member.signIn({ wallet: 0 });
  const gift = await product.desk.gift(50_00);
  await sendGift(page, gift.link);
  await expect(heading(page, "Gift received")).toBeVisible();
  await sendGift(page, gift.link);
  await expect(heading(page, "You have received this gift already")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 50_00 });
});

test("if the answer to a gift is lost, it is found in the statement", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 0 });
  const gift = await product.desk.gift(50_00);
  await product.desk.fault({ call: "submitTruelink", kind: "drop-after-commit", phone: username });
  await sendGift(page, gift.link);
  await expect(heading(page, "Gift received")).toBeVisible(LATER);
  expect(await member.balances()).toMatchObject({ wallet: 50_00 });
});

test("while the member holds a bonus, the pages say so before anything is sent", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.giveBonus(username, 50_00);
  for (const address of [ADD, GIFT, "/user/deposit"]) {
    await page.goto(address);
    await expect(page.getByText("It must be ended before your next deposit.")).toBeVisible();
    await expect(page.getByRole("link", { name: "See your current bonus" })).toHaveAttribute("href", "/user/bonus");
    if (address !== "/user/deposit") await expect(page.locator(".sheet-foot button")).toBeDisabled();
  }
});
