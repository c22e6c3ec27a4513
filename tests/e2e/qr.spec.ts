import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createCodeReader } from "../../server/codes/reader";
import { expect, test, variant } from "../support/fixtures";

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };

const typed = (page: Page) => page.getByLabel("Or type an amount");
const create = (page: Page) => page.getByRole("button", { name: "Create QR" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const code = (page: Page) => page.getByRole("img", { name: /QR code to pay/ });

async function newQr(page: Page, bank: string, amount: string) {
  await page.goto(`/user/deposit/qr/${bank}`);
  await typed(page).fill(amount);
  await create(page).click();
}

async function openQr(page: Page, bank: string, amount: string) {
  await newQr(page, bank, amount);
  await expect(heading(page, "Scan to deposit")).toBeVisible();
}

const PROVIDERS = [
  {
    name: "QR Kasikornbank",
    presets: ["10", "20", "50", "100", "500", "1,000"],
    minimum: "1",
    under: "0.99",
  },
  { name: "QR WW", presets: ["100", "200", "300", "500", "1,000"], minimum: "100", under: "99.99" },
  { name: "QR FP", presets: ["10", "50", "100", "500", "1,000"], minimum: "10", under: "9.99" },
  { name: "QR Payonex", presets: ["100", "200", "300", "500", "1,000"], minimum: "100", under: "99" },
];

for (const [at, { name, presets, minimum, under }] of PROVIDERS.entries()) {
  test(`${name} has its own presets and minimum`, variant(at), async ({ page, member, product }) => {
    await member.signIn();
    await product.desk.resetCalls();
    await page.goto("/user/deposit");
    await page.getByRole("link", { name: "QR", exact: true }).click();
    await page.getByRole("link", { name }).click();
    expect(await page.locator(".choices button").allInnerTexts()).toEqual(presets);
    await typed(page).fill(under);
    await typed(page).press("Enter");
    await expect(typed(page)).toHaveAccessibleDescription(new RegExp(`Deposit at least .${minimum}\\.00 with this QR`));
    await expect(typed(page)).toHaveValue(under);
    expect((await product.desk.calls("createQr")).received).toBe(0);
    await page.getByRole("button", { name: presets[1]!, exact: true }).click();
    await expect(page.getByRole("img", { name: `QR code to pay ฿${presets[1]}.00` })).toBeVisible();
  });
}

test("an invalid amount is reported at its field, and no QR is created", async ({ page, member, axe }) => {
  await member.signIn();
  await newQr(page, "KBANK", "ten");
  await expect(typed(page)).toHaveAccessibleDescription(/Enter the amount as a number/);
  await expect(page.getByRole("alert")).toContainText("Please check these fields");
  await axe();
});

test("a paid QR becomes a deposit, and the page updates by itself", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn({ wallet: 20_00 });
  await openQr(page, "KBANK", "500");
  await expect(code(page)).toBeVisible();
  await expect(code(page)).toHaveAttribute("src", /^data:image\/svg\+xml;base64,/);
  await expect(page.getByText(/^Expires at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/only from the account in the name of [A-Z ]+/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask about this" })).toBeVisible();
  await axe();
  await product.desk.payQr(username);
  await expect(heading(page, "Deposit arrived")).toBeVisible(LATER);
  await expect(page.getByRole("main")).toContainText(/\+฿500\.00/);
  await expect(page.getByRole("main")).toContainText(/Main wallet now.520\.00/);
  await expect(page.getByRole("main")).toContainText(/FromKasikornbank/);
  const reference = new URL(page.url()).searchParams.get("op")!;
  await expect(page.getByRole("main")).toContainText(reference);
  const ask = page.getByRole("link", { name: "Ask about this" });
  await expect(ask).toHaveAttribute("href", `/user/chat?about=${reference}`);
  await axe();
  await page.goto("/user/statement");
  await page.getByRole("link", { name: reference }).click();
  await expect(heading(page, "Deposit arrived")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 520_00 });
});

test("a member who has paid can check at once", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await openQr(page, "WW", "100");
  const look = await page.getByRole("link", { name: "I have paid" }).getAttribute("href");
  await product.desk.payQr(username);
  await page.goto(look!);
  await expect(heading(page, "Deposit arrived")).toBeVisible();
});

test("an open QR is shown on every visit, also on another phone", async ({
  page,
  browser,
  contextOptions,
  member,
  product,
}) => {
  const { username, password } = await member.signIn();
  await openQr(page, "FP", "50");
  await page.goto("/user/deposit/qr/FP");
  await expect(code(page)).toBeVisible();

  const other = await browser.newContext({ ...contextOptions, baseURL: product.url });
  const phone = await other.newPage();
  await phone.goto("/login");
  await phone.locator("input[name=username]").fill(username);
  await phone.locator("input[name=password]").fill(password);
  await phone.locator("input[name=password]").press("Enter");
  await expect(phone).toHaveURL(/\/user\//);
  await phone.goto("/user/deposit/qr/FP");
  await expect(phone.locator("img.qr-code")).toBeVisible();
  await other.close();
});

test("a QR is cancelled only after a question, and then the page warns not to pay it", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await openQr(page, "KBANK", "100");
  await expect(page.locator(".sheet-foot").getByRole("link")).toHaveText(["Save picture"]);
  await page.getByRole("link", { name: "Cancel QR" }).click();
  expect(await product.desk.qrs(username)).toHaveLength(1);
  await page.getByRole("button", { name: "Cancel QR" }).click();
  const warning = page.getByRole("main").getByText("The QR is cancelled. Do not pay it any more.");
  await expect(warning).toBeVisible();
  await axe();
  expect(await product.desk.qrs(username)).toEqual([]);
  await page.reload();
  await expect(warning).toBeVisible();
});

test("an open QR is shown once on the deposit page and among the QR channels, wherever it was made", async ({
  page,
  browser,
  contextOptions,
  member,
  product,
}) => {
  const { username, password } = await member.signIn();
  await openQr(page, "FP", "50");
  const other = await browser.newContext({ ...contextOptions, baseURL: product.url, locale: "en" });
  const phone = await other.newPage();
  await phone.goto("/login");
  await phone.locator("input[name=username]").fill(username);
  await phone.locator("input[name=password]").fill(password);
  await phone.locator("input[name=password]").press("Enter");
  await expect(phone).toHaveURL(/\/user\//);
  for (const address of ["/user/deposit", "/user/deposit?by=qr", "/user/deposit/qr/WW"]) {
    for (const one of [page, phone]) {
      await one.goto(address);
      await expect(
        one.getByRole("main").locator('a[href^="/user/deposit/qr/FP"]').filter({ hasText: "50.00" }),
      ).toHaveCount(1);
    }
  }
  await expect(page.getByText("A new QR replaces it.")).toBeVisible();
  await expect(page.getByText("Your last transaction", { exact: true })).toHaveCount(0);
  await other.close();
});

test("with scripts, the button to create a QR waits for the minimum, and says which one", async ({
  page,
  member,
  javaScriptEnabled,
}) => {
  await member.signIn();
  await page.goto("/user/deposit/qr/WW");
  await expect(typed(page)).toHaveAccessibleDescription("Minimum ฿100.00");
  if (!javaScriptEnabled) return;
  await expect(create(page)).toBeDisabled();
  for (const [text, ready] of [
    ["99.99", false],
    ["1,000", true],
    ["", false],
    ["๑๐๐", true],
  ] as const) {
    await typed(page).fill(text);
    await expect(create(page)).toBeEnabled({ enabled: ready });
  }
});

for (const [deposit, kbankAuto] of [
  ["none", false],
  ["manual", false],
  ["normal", true],
] as const) {
  const how = kbankAuto ? "the bank's account instead" : deposit === "none" ? "no channel" : "manual transfers only";
  test(`a QR cannot be made by its address while the operator offers ${how}`, async ({
    page,
    context,
    member,
    product,
  }) => {
    await member.signIn();
    const before = await context.newPage();
    await before.goto("/user/deposit/qr/KBANK");
    await product.desk.switches({ deposit, kbankAuto });
    await product.desk.resetCalls();
    await page.goto("/user/deposit/qr/KBANK");
    await expect(page.getByText("This QR channel is closed right now.")).toBeVisible();
    await typed(before).fill("100");
    await create(before).click();
    await expect(before.getByText("This QR channel is closed right now.")).toBeVisible();
    expect((await product.desk.calls("createQr")).received).toBe(0);
  });
}

test("the page that confirms a cancellation warns not to pay a cancelled QR", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await openQr(page, "KBANK", "100");
  await page.goto("/user/deposit/qr/KBANK/cancel");
  await expect(heading(page, "Cancel this QR?")).toBeVisible();
  await expect(page.getByText("Do not pay a QR that you have cancelled.")).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Keep the QR" }).click();
  await expect(code(page)).toBeVisible();
  expect(await product.desk.qrs(username)).toHaveLength(1);
});

test("cancelling a QR that is already closed does not cancel another one", async ({
  page,
  context,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await openQr(page, "KBANK", "100");
  await page.goto("/user/deposit/qr/KBANK/cancel");
  const other = await context.newPage();
  await openQr(other, "WW", "200");
  await page.getByRole("button", { name: "Cancel QR" }).click();
  await expect(page.getByText("This QR is already closed. Do not pay it.")).toBeVisible();
  await axe();
  expect(await product.desk.qrs(username)).toMatchObject([{ bankCode: "WW" }]);
});

test("an expired QR keeps its amount, and one tap creates a new one", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  await product.desk.switches({ qrLifeMs: 4_000 });
  await openQr(page, "KBANK", "345");
  await expect(heading(page, "This QR has expired")).toBeVisible(LATER);
  await expect(page.getByText("Do not pay it any more.")).toBeVisible();
  await axe();
  await product.desk.switches({ qrLifeMs: 600_000 });
  await page.getByRole("button", { name: "New QR for ฿345.00" }).click();
  await expect(page.getByRole("img", { name: "QR code to pay ฿345.00" })).toBeVisible();
  expect(await product.desk.qrs(username)).toMatchObject([{ amount: 345_00 }]);
});

test("a new QR closes the one of another provider", async ({ page, context, member, axe }) => {
  await member.signIn();
  await openQr(page, "KBANK", "100");
  const other = await context.newPage();
  await openQr(other, "WW", "200");
  await page.reload();
  await expect(heading(page, "A newer QR has replaced this one")).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Another amount" }).click();
  await expect(typed(page)).toBeVisible();
});

test("if the operator refuses a QR, the page shows the operator's message", async ({ page, member, product, axe }) => {
  await member.signIn();
  await product.desk.switches({ qrClosed: ["FP"] });
  await newQr(page, "FP", "50");
  await expect(heading(page, "The QR was not made")).toBeVisible();
  // The operator's messages are in the language of its market.
  await expect(page.getByRole("main")).toContainText(/[\u0e00-\u0e7f]{4}/);
  await axe();
});

test("if a provider cannot create a QR, the page says so", async ({ page, member, product, axe }) => {
  await member.signIn();
  await product.desk.switches({ qrDown: ["PAYONEX"] });
  await newQr(page, "PAYONEX", "100");
  await expect(page.getByRole("main")).not.toContainText("Scan to deposit");
  await expect(page).toHaveURL(/\/user\/receipt\//);
  await axe();
});

test("if the answer to creating a QR is lost, the QR is found at the operator", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await product.desk.fault({ call: "createQr", kind: "drop-after-commit", phone: username });
  await newQr(page, "KBANK", "100");
  await expect(page).toHaveURL(/\/user\/receipt\//);
  await axe();
  await expect(code(page)).toBeVisible(LATER);
  expect(await product.desk.qrs(username)).toHaveLength(1);
});

test("an unknown bank shows the 404 page", async ({ page, member }) => {
  await member.signIn();
  for (const address of [
    "/user/deposit/qr/SCB",
    "/user/deposit/qr/kbank",
    "/user/deposit/qr/__proto__",
    "/user/deposit/qr/X/cancel",
  ]) {
    expect((await page.goto(address))?.status()).toBe(404);
  }
});

test("the saved picture holds the same QR", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await page.goto("/user/deposit/qr/KBANK");
  await page.getByLabel("Or type an amount").fill("500.37");
  await page.getByRole("button", { name: "Create QR" }).click();
  await expect(heading(page, "Paying on this phone")).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save picture" }).click();
  const saved = await coming;
  expect(saved.suggestedFilename()).toBe("qr-KBANK-500.37.png");
  const bytes = readFileSync(await saved.path());
  const [open] = await product.desk.qrs(username);
  const reader = createCodeReader({ patienceMs: 30_000 });
  expect(await reader.read({ bytes, type: "image/png", maxMegapixels: 4 })).toEqual({ text: open!.payload });
  await reader.close();
});

test("a new QR names the one it replaces, and the old one links to the new one", async ({ page, context, member }) => {
  await member.signIn();
  await page.goto("/user/deposit/qr/KBANK");
  await page.getByLabel("Or type an amount").fill("100");
  await page.getByRole("button", { name: "Create QR" }).click();
  await expect(heading(page, "Scan to deposit")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/user/deposit/qr/WW");
  await expect(other.getByRole("link", { name: "QR Kasikornbank · ฿100.00" })).toBeVisible();
  await other.getByLabel("Or type an amount").fill("200");
  await other.getByRole("button", { name: "Create QR" }).click();
  await expect(heading(other, "Scan to deposit")).toBeVisible();
  await expect(heading(page, "A newer QR has replaced this one")).toBeVisible(LATER);
  await page.getByRole("link", { name: "See the newer one: QR WW, ฿200.00" }).click();
  await expect(page.getByRole("img", { name: "QR code to pay ฿200.00" })).toBeVisible();
});
