import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import type { SharedProduct } from "../support/shared-products";

const from = (page: Page) => page.getByLabel("From", { exact: true });
const to = (page: Page) => page.getByLabel("To", { exact: true });
const amount = (page: Page) => page.getByLabel("Amount", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: /^Transfer/ });
const done = (page: Page) => page.getByRole("heading", { name: "Transferred" });

async function fill(page: Page, game: string, text: string) {
  await page.goto("/user/transfer");
  await to(page).selectOption(game);
  await amount(page).fill(text);
}

/** Sends the form and returns the status of the answer. */
async function send(page: Page) {
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await submit(page).click();
  return (await answer).status();
}

/** The amounts of the member's movements, newest first. */
const movements = async (product: SharedProduct, phone: string) =>
  (await product.desk.statement(phone)).rows.map((row) => row.amount);

test("moves money into a game and back @main", async ({ page, member, axe }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await fill(page, "PG", "200");
  await axe();
  expect(await send(page)).toBe(303);
  await expect(done(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Main wallet now.300\.00/);
  await expect(page.getByRole("main")).toContainText(/PG Soft now.200\.00/);
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 300_00, PG: 200_00 });

  await page.goto("/user/transfer?from=PG&to=wallet&amount=50.50");
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 350_50, PG: 149_50 });
});

test("reports mistakes at the field and keeps what was typed", async ({ page, member, product, axe }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.resetCalls();
  await fill(page, "PG", "0.5");
  expect(await send(page)).toBe(422);
  await expect(amount(page)).toHaveAccessibleDescription(/Transfer at least/);
  await expect(amount(page)).toHaveValue("0.5");
  await expect(amount(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Transfer · /);
  await expect(to(page)).toHaveValue("PG");
  await expect(page.getByRole("alert")).toContainText("Please check these fields");
  await axe();

  await amount(page).fill("ห้าร้อย");
  expect(await send(page)).toBe(422);
  await expect(amount(page)).toHaveAccessibleDescription(/Enter the amount as a number/);
  await amount(page).fill("500.01");
  expect(await send(page)).toBe(422);
  await expect(amount(page)).toHaveAccessibleDescription(/Not enough money: .500\.00 available/);
  await amount(page).fill("1");
  await to(page).selectOption("wallet");
  expect(await send(page)).toBe(422);
  await expect(to(page)).toHaveAccessibleDescription("You cannot transfer to the same account");
  await to(page).selectOption({ index: 0 });
  await expect(to(page)).toHaveAttribute("required");
  // As a browser that does not check it would.
  await to(page).evaluate((list: HTMLSelectElement) => (list.required = false));
  expect(await send(page)).toBe(422);
  await expect(to(page)).toHaveAccessibleDescription(/Choose where the money comes from/);
  expect((await product.desk.calls("transfer")).received).toBe(0);
});

test("amounts are accepted as Thai and Lao keyboards write them", async ({ page, member }) => {
  await member.signIn({ wallet: 5_000_00, games: { PG: 0 } });
  await fill(page, "PG", "๑,๒๐๐.๕๐");
  expect(await send(page)).toBe(303);
  await expect(done(page)).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 3_799_50, PG: 1_200_50 });
});

test("one decimal is tenths", async ({ page, member, javaScriptEnabled }) => {
  await member.signIn({ wallet: 5_00, games: { PG: 0 } });
  await fill(page, "PG", "1.5");
  // Without the script the button has no amount.
  await expect(submit(page)).toHaveText(javaScriptEnabled ? "Transfer ฿1.50" : "Transfer");
  expect(await send(page)).toBe(303);
  await expect(done(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("฿1.50");
  expect(await member.balances()).toMatchObject({ wallet: 3_50, PG: 1_50 });
});

test("presets fill the amount, and swap exchanges the two accounts", async ({ page, member, product }) => {
  await member.signIn({ wallet: 1_500_00, games: { PG: 20_00 } });
  await product.desk.resetCalls();
  await fill(page, "PG", "7");
  await page.getByRole("button", { name: "1,000", exact: true }).click();
  await expect(amount(page)).toHaveValue("1000");
  await expect(to(page)).toHaveValue("PG");
  await page.getByRole("button", { name: "Swap the two accounts" }).click();
  await expect(from(page)).toHaveValue("PG");
  await expect(to(page)).toHaveValue("wallet");
  // Also while one is not chosen.
  await to(page).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Swap the two accounts" }).click();
  await expect(to(page)).toHaveValue("PG");
  await from(page).selectOption("PG");
  await to(page).selectOption("wallet");
  await page.getByRole("button", { name: "All of it" }).click();
  await expect(amount(page)).toHaveValue("20.00");
  expect((await product.desk.calls("transfer")).received).toBe(0);
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 1_520_00, PG: 0 });
});

test("Enter in the amount submits the transfer and presses no preset", async ({ page, member }) => {
  await member.signIn({ wallet: 5_000_00, games: { PG: 0 } });
  await fill(page, "PG", "30");
  await amount(page).press("Enter");
  await expect(done(page)).toBeVisible();
  expect(await member.balances()).toMatchObject({ PG: 30_00 });
});

test("a double tap makes one transfer", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.fault({ call: "transfer", kind: "slow", delayMs: 400, phone: username });
  await fill(page, "PG", "300");
  await submit(page).dblclick();
  await expect(done(page)).toBeVisible();
  expect(await movements(product, username)).toEqual([300_00]);
});

test("reloading a receipt sends nothing", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await fill(page, "PG", "100");
  await submit(page).click();
  for (let time = 0; time < 3; time += 1) {
    await expect(done(page)).toBeVisible();
    await page.reload();
  }
  expect(await movements(product, username)).toEqual([100_00]);
});

test("Back shows the result, and only a new confirmation makes another transfer", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await fill(page, "PG", "100");
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
  expect(await movements(product, username)).toEqual([100_00]);
  await fill(page, "PG", "100");
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  expect(await movements(product, username)).toEqual([100_00, 100_00]);
});

test("the same form in two tabs makes one transfer, and both show its receipt", async ({
  page,
  context,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  const other = await context.newPage();
  await fill(page, "PG", "400");
  await fill(other, "PG", "400");
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  await submit(other).click();
  await expect(done(other)).toBeVisible();
  expect(other.url()).toBe(page.url());
  expect(await movements(product, username)).toEqual([400_00]);
});

test("a form that is older than the last transaction must be confirmed and keeps its values", async ({
  page,
  context,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  const other = await context.newPage();
  await fill(page, "PG", "100");
  await fill(other, "PG", "60");
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  expect(await send(other)).toBe(409);
  await expect(other.getByRole("alert")).toContainText("older than your last transaction");
  await expect(other.getByRole("alert")).toBeFocused();
  await expect(other.getByText("Your last transaction", { exact: true })).toBeVisible();
  await expect(amount(other)).toHaveValue("60");
  await axe(other);
  expect(await movements(product, username)).toEqual([100_00]);
  expect(await send(other)).toBe(303);
  await expect(done(other)).toBeVisible();
  expect(await movements(product, username)).toEqual([60_00, 100_00]);
});

test("if the session ends while the form is open, the form is restored after login", async ({
  page,
  member,
  product,
}) => {
  const { username, password } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await fill(page, "PG", "123");
  await product.desk.expireTokens(username);
  await submit(page).click();
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(/\/user\/transfer/);
  await expect(amount(page)).toHaveValue("123");
  await expect(to(page)).toHaveValue("PG");
  expect(await movements(product, username)).toEqual([]);
  await submit(page).click();
  await expect(done(page)).toBeVisible();
  expect(await movements(product, username)).toEqual([123_00]);
});

test("the page shows what will move before everything is collected", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn({ wallet: 10_00, games: { PG: 40_00, JOKER: 2_50, IMI: 0 } });
  await page.goto("/user/transfer");
  await page.getByRole("link", { name: "Collect the money of all games" }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText(/PG Soft.40\.00/);
  await expect(main).toContainText(/Joker Gaming.2\.50/);
  await expect(main).not.toContainText("IMI");
  await axe();
  await page.getByRole("button", { name: /^Collect .42\.50$/ }).dblclick();
  await expect(page.getByRole("heading", { name: "Everything is collected" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(main).toContainText(/Everything is collected.42\.50/, { timeout: 1_000 });
  }).toPass();
  await expect(main).toContainText(/PG Soft → Main wallet.40\.00/);
  await expect(main).toContainText(/Joker Gaming → Main wallet.2\.50/);
  expect(await member.balances()).toMatchObject({ wallet: 52_50, PG: 0, JOKER: 0 });
  expect((await movements(product, username)).sort((a, b) => a - b)).toEqual([2_50, 40_00]);
  await page.goto("/user/transfer/all?to=wallet");
  await expect(main).toContainText("There is no money in other accounts to collect.");
});

test("if a game is down, the receipt says which game kept its money", async ({ page, member, product, axe }) => {
  await member.signIn({ wallet: 10_00, games: { PG: 40_00, JOKER: 2_50 } });
  await product.desk.switches({ providersDown: ["JOKER"] });
  await page.goto("/user/transfer/all");
  await page.getByRole("button", { name: /^Collect/ }).click();
  await expect(page.getByRole("heading", { name: /was not collected|Only a part/ })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("Joker Gaming kept ฿2.50.");
  await expect(main).toContainText("A game could not be reached, so collecting stopped there.");
  const { PG = 0 } = await member.balances();
  await expect(main).toContainText(PG === 0 ? "Only partly done" : "The money was not collected");
  if (PG === 0) await expect(main).not.toContainText("PG Soft kept");
  await expect(main).toContainText(/Joker Gaming → Main wallet\s*Not moved/);
  await expect(main).not.toContainText("Being checked");
  await axe();
});

test("if the game to transfer from is down, the receipt says that it kept its money", async ({
  page,
  member,
  product,
}) => {
  await member.signIn({ wallet: 10_00, games: { PG: 40_00, JOKER: 2_50 } });
  await product.desk.switches({ providersDown: ["PG"] });
  const main = page.getByRole("main");
  for (const to of ["wallet", "JOKER"]) {
    await page.goto(`/user/transfer?from=PG&to=${to}&amount=20`);
    await page.getByRole("button", { name: /^Transfer/ }).click();
    await expect(page.getByRole("heading", { name: "The transfer was not made" })).toBeVisible();
    await expect(main).toContainText("PG Soft could not be reached.");
    await expect(main).toContainText("PG Soft kept ฿40.00.");
    await expect(main).not.toContainText(/in your (main )?wallet/);
  }
});

test("the receipt of a refused collection says the same after the games were played, and while the operator is away", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 10_00, games: { PG: 40_00, JOKER: 2_50 } });
  await product.desk.switches({ providersDown: ["JOKER"] });
  await page.goto("/user/transfer/all");
  await page.getByRole("button", { name: /^Collect/ }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("Joker Gaming kept ฿2.50.");
  const said = () =>
    main.evaluate((one) => [
      one.querySelector("[role=status], [role=alert]")!.textContent,
      ...[...one.querySelectorAll(".facts > div")].map(({ textContent }) => textContent!),
    ]);
  const before = await said();
  await product.desk.play(username, "JOKER", 7_00);
  for (const call of ["getWallet", "listStatements"])
    await product.desk.fault({ call, kind: "error", times: 0, phone: username });
  await page.reload();
  const unknown = (text: string) => text.replace(/(now)฿.*/, "$1– not known");
  expect(await said()).toEqual(before.map((text) => unknown(text!)));
});

test("if only the game to collect in is down, the receipt says that a part went through", async ({
  page,
  member,
  product,
}) => {
  await member.signIn({ wallet: 10_00, games: { PGSLOT: 0, PG: 40_00, JOKER: 2_50 } });
  await product.desk.switches({ providersDown: ["PGSLOT"] });
  await page.goto("/user/transfer/all?to=PGSLOT");
  await page.getByRole("button", { name: /^Collect/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
  const main = page.getByRole("main");
  await expect(async () => {
    await page.reload();
    await expect(main).toContainText("Only partly done", { timeout: 1_000 });
  }).toPass();
  await expect(main).not.toContainText("The money was not collected");
  await expect(main).toContainText(/Joker Gaming → Main wallet.2\.50\s*Moved/);
  await expect(main).toContainText("The money collected from games is in your main wallet.");
  expect(await member.balances()).toMatchObject({ PG: 0, JOKER: 0 });
});

test("accounts that do not exist are not found, and those not open yet lead to opening them", async ({
  page,
  member,
}) => {
  await member.signIn({ wallet: 10_00, games: { PG: 0 } });
  for (const address of ["/user/transfer/all?to=NONSENSE", "/user/transfer?to=NONSENSE", "/user/transfer?from=x"])
    expect((await page.goto(address))!.status(), address).toBe(404);
  await page.goto("/user/transfer/all?to=IMI");
  await expect(page).toHaveURL("/user/games/IMI/open");
});

test("with nothing to transfer, the page leads to a deposit, and without games to the games", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn({ wallet: 0, games: { PG: 0 } });
  await page.goto("/user/transfer");
  await expect(page.getByRole("heading", { name: "There is no money to transfer yet" })).toBeVisible();
  await expect(amount(page)).toHaveCount(0);
  await axe();
  for (const address of ["/user/transfer", "/user/transfer/all"]) {
    await page.goto(address);
    await page.getByRole("main").getByRole("link", { name: "Deposit" }).click();
    await expect(page).toHaveURL("/user/deposit");
  }
});

test("a transfer starts at the account that has money", async ({ page, member }) => {
  await member.signIn({ wallet: 0, games: { PG: 30_00 } });
  await page.goto("/user/transfer");
  await expect(from(page)).toHaveValue("PG");
  await expect(amount(page)).toHaveAccessibleDescription("Minimum ฿1.00, maximum ฿30.00");
});

test("kip have their own presets, and a rate is told as the kip of one credit @la", async ({ page, member }) => {
  await member.signIn({ wallet: 900_000_00, games: { PG: 0 } });
  await page.goto("/user/transfer?to=PG");
  expect(await page.locator(".choices button").allInnerTexts()).toEqual(["50,000", "100,000", "500,000", "All of it"]);
  await expect(page.getByText("₭1,000 = 1 credit in PG Soft.")).toBeVisible();
});
