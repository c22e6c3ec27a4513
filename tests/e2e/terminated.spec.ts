import type { Page } from "@playwright/test";
import type { Desk } from "../support/desk";
import { expect, test, variant } from "../support/fixtures";

test("the closing page says that the service is closed, and links to support", async ({ page, axe }) => {
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^https:/);
  await axe();
});

test("the closing page says how to get the money and what never to give away @main", async ({ page }) => {
  await page.goto("/terminated");
  const money = page.getByRole("region", { name: "How to get your money" });
  await expect(money.getByRole("listitem")).toHaveCount(3);
  await expect(money).toContainText("your registered bank account");
  await expect(money).toContainText("Never tell anybody your password");
});

test("the closing page works even if the operator refuses every call", async ({ page, product }) => {
  await page.goto("/contact");
  await expect(page.getByRole("link", { name: "Open in LINE" })).toBeVisible();
  await product.desk.switches({ terminated: true });
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
  // What it said last.
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^https:/);
});

/** The money forms, filled; `desk` makes what comes from outside. */
const FORMS: { call: string; fill(page: Page, desk: Desk, phone: string): Promise<unknown>; button: RegExp }[] = [
  {
    call: "transfer",
    fill: (page) => page.goto("/user/transfer?to=PG&amount=200"),
    button: /^Transfer/,
  },
  {
    call: "transferAll",
    fill: (page) => page.goto("/user/transfer/all?to=wallet"),
    button: /^Collect/,
  },
  {
    call: "withdrawAll",
    fill: (page) => page.goto("/user/withdraw/review?amount=200"),
    button: /^Withdraw/,
  },
  {
    call: "createQr",
    fill: (page) => page.goto("/user/deposit/qr/KBANK?amount=200"),
    button: /^Create QR/,
  },
  {
    call: "addToWallet",
    fill: (page) => page.goto("/user/deposit/truewallet?amount=20"),
    button: /^Announce/,
  },
  {
    call: "submitTruelink",
    async fill(page, desk) {
      const { link } = await desk.gift(50_00);
      await page.goto("/user/deposit/truewallet?by=gift");
      await page.getByLabel("Gift link").fill(link);
    },
    button: /^Send the link/,
  },
  {
    call: "uploadSlip",
    async fill(page, desk, phone) {
      const { png } = await desk.makeSlip({ phone, amount: 100_00 });
      const file = { name: "slip.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") };
      await page.goto("/user/slips?send=1");
      await page.getByLabel("Choose the picture of the slip").setInputFiles(file);
    },
    button: /^Send slip/,
  },
];

const hasSession = async (page: Page) =>
  (await page.context().cookies()).some(({ name }) => /^(__Host-)?s$/.test(name));

for (const [at, { call, fill, button }] of FORMS.entries()) {
  test(
    `if the operator answers ${call} with account-gone, the member is signed out and reads that the service is closed`,
    // An upload is sent by the script, if there is one.
    variant(call === "uploadSlip" ? 0 : at),
    async ({ page, member, product: { desk } }) => {
      const { username } = await member.signIn({ wallet: 500_00, games: { PG: 10_00 } });
      await fill(page, desk, username);
      await member.fault({ call, kind: "status", status: 410, code: "account-gone" });
      await page.getByRole("main").getByRole("button", { name: button }).click();
      await expect(page).toHaveURL("/terminated");
      await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
      expect(await hasSession(page)).toBe(false);
      expect(await member.balances()).toMatchObject({ wallet: 500_00, PG: 10_00 });
      await page.goto("/user/home");
      await expect(page).toHaveURL(/\/login/);
    },
  );
}

test("an account that is removed meanwhile ends the session with the next page", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await page.goto("/user/home");
  await product.desk.setMember({ phone: username, status: "gone" });
  await page.goto("/user/home");
  await expect(page).toHaveURL("/terminated");
  expect(await hasSession(page)).toBe(false);
});
