/** However often a cashier form is sent, the operator gets one request. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import type { Desk } from "../support/desk";

/**
 * A money form and how to fill it. `wish` makes the value that comes from outside: a gift link, or the picture of a
 * slip.
 */
interface Form {
  operation: "createQr" | "addToWallet" | "submitTruelink" | "uploadSlip";
  what: string;
  page: string;
  wish?(desk: Desk, phone: string): Promise<string>;
  fill(page: Page, wish: string): Promise<void>;
  button: string;
  done: Sign;
  afterBack: Sign;
}

/** Finds something on a page. */
type Sign = (page: Page) => ReturnType<Page["locator"]>;

const heading =
  (name: string): Sign =>
  (page) =>
    page.getByRole("heading", { name });
const lastTransaction: Sign = (page) => page.getByText("Your last transaction", { exact: true });
const sentSlips: Sign = (page) => page.getByRole("table", { name: "Slips you have sent" });

const FORMS: readonly Form[] = [
  {
    operation: "createQr",
    what: "a QR",
    page: "/user/deposit/qr/KBANK",
    fill: (page) => page.getByLabel("Or type an amount").fill("100"),
    button: "Create QR",
    done: heading("Scan to deposit"),
    afterBack: heading("Scan to deposit"),
  },
  {
    operation: "addToWallet",
    what: "an announced deposit",
    page: "/user/deposit/truewallet",
    fill: (page) => page.getByLabel("Amount to transfer").fill("120"),
    button: "Announce the deposit",
    done: heading("Transfer ฿120.00 to this wallet"),
    afterBack: lastTransaction,
  },
  {
    operation: "submitTruelink",
    what: "a gift",
    page: "/user/deposit/truewallet?by=gift",
    wish: async (desk) => (await desk.gift(50_00)).link,
    fill: (page, link) => page.getByLabel("Gift link").fill(link),
    button: "Send the link",
    done: heading("Gift received"),
    afterBack: lastTransaction,
  },
  {
    operation: "uploadSlip",
    what: "a slip",
    page: "/user/slips?send=1",
    wish: async (desk, phone) => (await desk.makeSlip({ phone, amount: 100_00 })).png,
    fill: (page, png) =>
      page
        .getByLabel("Choose the picture of the slip")
        .setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") }),
    button: "Send slip",
    done: sentSlips,
    afterBack: sentSlips,
  },
];

test.beforeEach(async ({ product: { desk } }) => {
  await desk.switches({ slipWindow: "open", slipReadMs: 600_000, addMatchMs: 600_000 });
  await desk.resetCalls();
});
for (const { operation, what, page: path, wish, fill, button, done, afterBack } of FORMS) {
  const left = async (desk: Desk) => (await desk.calls(operation)).received;
  const send = (page: Page) => page.getByRole("button", { name: button });
  const open = async (page: Page, wished: string) => {
    await page.goto(path);
    await fill(page, wished);
  };

  test(`${what}: a double tap and reloads send one request`, async ({ page, member, product: { desk } }) => {
    const { username } = await member.signIn();
    await open(page, (await wish?.(desk, username)) ?? "");
    await member.fault({ call: operation, kind: "slow", delayMs: 400 });
    await send(page).dblclick();
    for (let time = 0; time < 3; time += 1) {
      await expect(done(page)).toBeVisible();
      await page.reload();
    }
    expect(await left(desk)).toBe(1);
  });

  test(`${what}: Back shows the result`, async ({ page, member, product: { desk } }) => {
    const { username } = await member.signIn();
    await open(page, (await wish?.(desk, username)) ?? "");
    await send(page).click();
    await expect(done(page)).toBeVisible();
    await page.goBack();
    await expect(afterBack(page)).toBeVisible();
    expect(await left(desk)).toBe(1);
  });

  test(`${what}: two tabs send one request`, async ({ page, context, member, product: { desk } }) => {
    const { username } = await member.signIn();
    const wished = (await wish?.(desk, username)) ?? "";
    const other = await context.newPage();
    await open(page, wished);
    await open(other, wished);
    await send(page).click();
    await expect(done(page)).toBeVisible();
    await send(other).click();
    await expect(done(other)).toBeVisible();
    expect(await left(desk)).toBe(1);
  });
}
