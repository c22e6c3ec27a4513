import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const PAGE = "/user/protection";
const strip = (page: Page) => page.locator(".strip");
const save = (page: Page) => page.getByRole("button", { name: "Save limits" });

async function limitDay(page: Page, amount: string) {
  await page.goto(PAGE);
  await page.getByLabel("In 24 hours").fill(amount);
  await save(page).click();
}

async function makeQr(page: Page, amount: string) {
  await page.goto("/user/deposit/qr/KBANK");
  await page.getByLabel("Or type an amount").fill(amount);
  await page.getByRole("button", { name: "Create QR" }).click();
}

async function rest(page: Page, days: string) {
  await page.goto(PAGE);
  await page.getByRole("link", { name: days }).click();
  await page.getByRole("button", { name: "Begin the break" }).click();
}

test("every member page says how long the member is here, and leads to limits and help @main", async ({
  page,
  member,
  axe,
  javaScriptEnabled,
}) => {
  await member.signIn();
  for (const path of ["/user/home", "/user/withdraw", "/user/statement"]) {
    await page.goto(path);
    await expect(strip(page)).toContainText(/On this site 0:0\d:\d\d/);
  }
  if (javaScriptEnabled) {
    const shown = await strip(page).locator("time").innerText();
    await expect(strip(page).locator("time")).not.toHaveText(shown);
  }
  await strip(page).getByRole("link", { name: "Limits, break, help" }).click();
  await expect(page).toHaveURL(PAGE);
  await expect(page.getByRole("main")).toContainText("Time on this site");
  await axe();
  await page.getByRole("link", { name: "Who helps" }).click();
  await expect(page.getByRole("heading", { name: "Help with gambling" })).toBeVisible();
});

test("guests have no strip of time", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator(".strip time")).toHaveCount(0);
});

test("a deposit above the member's own limit is not begun, and a smaller one is", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await limitDay(page, "500");
  await expect(page.getByText("Your limits are saved.")).toBeVisible();
  await product.desk.resetCalls();
  await makeQr(page, "600");
  await expect(page).toHaveURL(`${PAGE}?stopped=limit`);
  const stopped = page.getByRole("alert");
  await expect(stopped).toContainText("Your deposit limit does not allow this deposit.");
  await expect(stopped).toContainText("You can still deposit ฿500.00.");
  await axe();
  expect((await product.desk.calls("createQr")).received).toBe(0);
  // What was typed is there again.
  await page.goto("/user/deposit/qr/KBANK");
  await expect(page.getByLabel("Or type an amount")).toHaveValue("600");
  await makeQr(page, "500");
  await expect(page.getByRole("heading", { name: "Scan to deposit" })).toBeVisible();
  await member.payQr();
  await page.goto("/user/deposit");
  await expect(page).toHaveURL(`${PAGE}?stopped=limit`);
  await expect(stopped).toContainText("You can still deposit ฿0.00.");
  await expect(page.getByText("฿500.00 deposited").first()).toBeVisible();
  // Money that was sent before can always be reported.
  await page.goto("/user/slips");
  await expect(page).toHaveURL("/user/slips");
});

test("a lower limit holds at once, and a higher one waits until it is confirmed", async ({ page, member, axe }) => {
  await member.signIn();
  await limitDay(page, "500");
  await limitDay(page, "300");
  await expect(page.getByLabel("In 24 hours")).toHaveValue("300.00");
  await limitDay(page, "1,000");
  await expect(page.getByText("A higher limit waits until you confirm it.")).toBeVisible();
  await expect(page.getByLabel("In 24 hours")).toHaveValue("300.00");
  await expect(page.getByRole("main")).toContainText("Asked for: ฿1,000.00");
  await expect(page.getByRole("main")).toContainText(/You can confirm this from \d\d\/\d\d\/\d{4}/);
  await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await axe();
  await limitDay(page, "");
  await expect(page.getByRole("main")).toContainText("Asked for: no limit");
  await expect(page.getByLabel("In 24 hours")).toHaveValue("300.00");
});

test("a limit that is no amount is reported at its field, and nothing is saved", async ({ page, member, axe }) => {
  await member.signIn();
  for (const [typed, text] of [
    ["ten", /Enter the amount as a number/],
    ["0.50", /A limit is at least ฿1\.00/],
  ] as const) {
    await limitDay(page, typed);
    await expect(page.getByLabel("In 24 hours")).toHaveAccessibleDescription(text);
    await expect(page.getByLabel("In 24 hours")).toHaveValue(typed);
  }
  await axe();
  await page.goto(PAGE);
  await expect(page.getByLabel("In 24 hours")).toHaveValue("");
});

test("during a break money comes home, and nothing goes into games @main", async ({ page, member, product, axe }) => {
  await member.signIn({ wallet: 200_000_00, games: { PGSLOT: 5_000_00 } });
  await page.goto(PAGE);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page.getByRole("heading", { name: "Begin this break now?" })).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Not now" }).click();
  await expect(page.getByText("Your break ends")).toHaveCount(0);
  await rest(page, "7 days");
  await expect(page.getByText("Your break ends on")).toBeVisible();
  await axe();

  const before = await member.balances();
  await page.goto("/user/transfer?from=wallet&to=PGSLOT&amount=100");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Transfer / })
    .click();
  await expect(page).toHaveURL(`${PAGE}?stopped=break`);
  await expect(page.getByRole("alert")).toContainText(/You are taking a break\. This is off until/);
  for (const path of ["/user/deposit", "/user/deposit/truewallet"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${PAGE}?stopped=break`);
  }
  await page.goto("/user/games/PGSLOT");
  const tab = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(await tab).toHaveURL(`${PAGE}?stopped=break`);
  await page.getByRole("button", { name: "Show login details" }).click();
  await expect(page).toHaveURL(`${PAGE}?stopped=break`);
  expect(await member.balances()).toEqual(before);
  await product.desk.resetCalls();

  await page.goto("/user/transfer?from=PGSLOT&to=wallet&amount=100");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Transfer / })
    .click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
  expect(await member.balances()).toMatchObject({ wallet: 200_100_00, PGSLOT: 4_900_00 });
  await page.goto("/user/withdraw");
  await expect(page).toHaveURL("/user/withdraw");
});

test("a break is not shortened by a shorter one", async ({ page, member }) => {
  await member.signIn();
  await rest(page, "30 days");
  const until = page.getByText("Your break ends on");
  const text = await until.innerText();
  await rest(page, "1 day");
  await expect(until).toHaveText(text);
});

test("a break of other days than offered is no page", async ({ page, member }) => {
  await member.signIn();
  for (const days of ["", "0", "2", "1e9", "-1"]) {
    expect((await page.goto(`${PAGE}/break?days=${days}`))?.status()).toBe(404);
  }
});
