import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";
import type { SharedProduct } from "../support/shared-products";

const amount = (page: Page) => page.getByLabel("Transfer into the game", { exact: true });
const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const play = (page: Page) => press(page, /^Transfer .*and play$/);

/** The table at the sandbox's provider, which only the right sign-in reaches. */
const signedIn = (page: Page) => page.getByRole("status").filter({ hasText: "Signed in as" });

const movements = async (product: SharedProduct, phone: string) =>
  (await product.desk.statement(phone)).rows.map((row) => row.amount);

/** Goes on where a page has no script that does it. */
async function enter(page: Page, javaScriptEnabled: boolean | undefined, kind: "link" | "form") {
  if (kind === "form" && !javaScriptEnabled) await press(page, "Enter the game");
  await expect(signedIn(page)).toBeVisible();
}

test("a game account is opened once, and then has its own page", async ({ page, member, axe }) => {
  await member.signIn({ wallet: 300_00 });
  await page.goto("/user/home");
  await page.getByRole("region", { name: "Slots" }).getByRole("link", { name: "Slot XO" }).click();
  await expect(page.getByRole("heading", { name: "Open your Slot XO account" })).toBeVisible();
  await axe();
  await press(page, "Open account");
  await expect(page.getByRole("status").filter({ hasText: "The Slot XO account is open" })).toBeVisible();
  await expect(page).toHaveURL("/user/games/SLOTXO");
  await axe();
  await page.goto("/user/games/SLOTXO/open");
  await expect(page).toHaveURL("/user/games/SLOTXO");
});

test("opening a game account that is already open succeeds", async ({ page, context, member }) => {
  await member.signIn();
  await page.goto("/user/games/SLOTXO");
  await expect(page).toHaveURL("/user/games/SLOTXO/open");
  const other = await context.newPage();
  await other.goto("/user/games/SLOTXO/open");
  await press(other, "Open account");
  await expect(other).toHaveURL("/user/games/SLOTXO");
  await press(page, "Open account");
  await expect(page).toHaveURL("/user/games/SLOTXO");
});

test("if a provider is down, the same page says so", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ providersDown: ["SLOTXO"] });
  await page.goto("/user/games/SLOTXO/open");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Open account");
  expect((await answer).status()).toBe(422);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("button", { name: "Open account" })).toBeVisible();
});

test("if the answer to opening an account is lost, the account is found to be open", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/games/SLOTXO/open");
  await member.fault({ call: "activateSlot", kind: "drop-after-commit" });
  await press(page, "Open account");
  await expect(page).toHaveURL("/user/games/SLOTXO");
});

test("an unknown game shows the 404 page", async ({ page, member }) => {
  await member.signIn();
  for (const address of ["/user/games/NOSUCH", "/user/games/NOSUCH/open", "/user/games/NOSUCH/reset"])
    expect((await page.goto(address))?.status(), address).toBe(404);
  await expect(page.getByRole("heading", { name: "We can’t find that page" })).toBeVisible();
});

test("while the operator is down, the page says so in its own frame, with a way on", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await product.desk.switches({ maintenance: true });
  expect((await page.goto("/user/games/SLOTXO/open"))!.status()).toBe(503);
  await expect(page).toHaveTitle(/^Error: Open account · /);
  await expect(page.getByRole("alert")).toContainText("Your money is safe");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/user/contact");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/user/home");
  await axe();
  await product.desk.switches({ maintenance: false });
  // A call that has failed several times pauses for a moment.
  await expect(async () => {
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Open account" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

for (const [at, [code, kind]] of (
  [
    ["PG", "link"],
    ["JOKER", "form"],
    ["ASKMEBET", "link"],
    ["SLOTXO", "form"],
    ["UFABET", "form"],
    ["SEXYGAME", "link"],
  ] as const
).entries())
  test(
    `${code} opens in a new tab, signed in, and its result comes back${at < 2 ? " @main" : ""}`,
    variant(at < 2 ? 0 : at),
    async ({ page, member, javaScriptEnabled }) => {
      const { username } = await member.signIn({ wallet: 500_00, games: { [code]: 200_00 } });
      await page.goto(`/user/games/${code}`);
      const opening = page.context().waitForEvent("page");
      await press(page, "Play");
      const game = await opening;
      await enter(game, javaScriptEnabled, kind);
      await expect(signedIn(game)).toContainText(username);
      expect(await game.evaluate(() => document.referrer)).toBe("");
      await press(game, "Win 50.00");
      await expect(signedIn(game)).toContainText("250.00");
      await game.close();
      await page.getByRole("button", { name: /^Refresh balances/ }).click();
      await expect(page).toHaveURL(`/user/games/${code}`);
      await expect(main(page)).toContainText("250.00");
      await expect(page.getByRole("button", { name: /^Refresh balances/ })).toContainText("Updated");
      expect(await member.balances()).toMatchObject({ wallet: 500_00, [code]: 250_00 });
    },
  );

test("a provider with a plain address opens its own sign-in page", async ({ page, member }) => {
  await member.signIn({ games: { SUPERSLOT: 0 } });
  await page.goto("/user/games/SUPERSLOT");
  const opening = page.context().waitForEvent("page");
  await press(page, "Play");
  const game = await opening;
  await expect(game.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(game.url()).toMatch(/\/play\/SUPERSLOT$/);
});

test("a provider that the wallet does not know offers all its addresses", async ({ page, member, product, axe }) => {
  await product.desk.switches({ gamesOffered: "all" });
  await member.signIn({ games: { NAGA: 0 } });
  await page.goto("/user/games/NAGA");
  const opening = page.context().waitForEvent("page");
  await press(page, "Play");
  const game = await opening;
  await expect(game.getByRole("heading", { name: /^Choose how to open/ })).toBeVisible();
  await expect(game.getByText("If nothing happens")).toHaveCount(0);
  await expect(game.getByRole("link", { name: "Play in the browser" })).toBeVisible();
  await expect(game.getByRole("link", { name: "Get the app for iPhone" })).toBeVisible();
  await axe(game);
  await game.getByRole("link", { name: "Get the app for Android" }).click();
  await expect(game.getByText("The app for android would be here.")).toBeVisible();
});

test("money goes into the game, and then it opens in the same tab; Back leads to the game's page", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await page.goto("/user/games/PG");
  await amount(page).fill("120.50");
  await play(page);
  await expect(signedIn(page)).toContainText("120.50");
  expect(await member.balances()).toMatchObject({ wallet: 379_50, PG: 120_50 });
  await expect(async () => {
    await page.goBack();
    await expect(page).toHaveURL("/user/games/PG", { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
  expect(await movements(product, username)).toEqual([120_50]);
});

test("nothing, or zero, only opens the game", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  for (const typed of ["", "0", "0.00"]) {
    await page.goto("/user/games/PG");
    await amount(page).fill(typed);
    await amount(page).press("Enter");
    await expect(signedIn(page)).toBeVisible();
  }
  expect(await movements(product, username)).toEqual([]);
});

test("without any money the page leads to a deposit instead of a form, and the game can be played", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 0, games: { PG: 0, JOKER: 0 } });
  await page.goto("/user/games/PG");
  await expect(page.getByRole("heading", { name: "There is no money to transfer yet" })).toBeVisible();
  await expect(amount(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Transfer/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await axe();
  await main(page).getByRole("link", { name: "Deposit" }).click();
  await expect(page).toHaveURL("/user/deposit");
  await product.desk.play(username, "JOKER", 5_00);
  await page.goto("/user/games/JOKER");
  await expect(amount(page)).toBeVisible();
});

test("a transfer only ends on its receipt, which leads to the game", async ({ page, member, javaScriptEnabled }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await page.goto("/user/games/PG");
  const only = page.getByRole("button", { name: "Transfer only" });
  await expect(only).toBeEnabled({ enabled: !javaScriptEnabled });
  await page.getByRole("button", { name: "100", exact: true }).click();
  await expect(amount(page)).toHaveValue("100");
  await only.click();
  await expect(page.getByRole("heading", { name: "Transferred" })).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 400_00, PG: 100_00 });
  await page.getByRole("link", { name: "Go to the game" }).click();
  await expect(page).toHaveURL("/user/games/PG");
});

test("mistakes in the amount are told at the field, and nothing opens", async ({ page, member, axe }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await page.goto("/user/games/PG");
  for (const [typed, told] of [
    ["0.5", /Transfer at least/],
    ["500.01", /Not enough money: .500\.00 available/],
    ["ห้าร้อย", /Enter the amount as a number/],
  ] as const) {
    await amount(page).fill(typed);
    await play(page);
    await expect(amount(page)).toHaveAccessibleDescription(told);
    await expect(amount(page)).toHaveValue(typed);
    await expect(amount(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: PG Soft · /);
  }
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 500_00 });
});

test("if the money moved and the game did not open, the page says so and only opens the game again", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.switches({ providersRefusing: ["PG"] });
  await page.goto("/user/games/PG");
  await amount(page).fill("100");
  await play(page);
  await expect(page.getByRole("heading", { name: "฿100.00 is in PG Soft now." })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("PG Soft could not be opened");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await axe();
  await product.desk.switches({ providersRefusing: [] });
  await press(page, "Try to open it again");
  await expect(signedIn(page)).toContainText("100.00");
  expect(await movements(product, username)).toEqual([100_00]);
});

test("while it is not known whether the money moved, nothing opens and the receipt says how to go on", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.switches({ statementLagMs: 60_000 });
  await product.desk.resetCalls();
  await member.fault({ call: "transfer", kind: "drop-after-commit" });
  await page.goto("/user/games/PG");
  await amount(page).fill("100");
  await play(page);
  await expect(page).toHaveURL(/\/user\/receipt\//);
  await expect(page.getByRole("link", { name: "Check now" })).toBeVisible();
  expect((await product.desk.calls("autoLoginPg")).received).toBe(0);
  // The game can still be played, without a transfer.
  await page.goto("/user/games/PG");
  await expect(amount(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await movements(product, username)).toEqual([]);
});

test("a typed amount stays when the balance is read again, and while the login details are looked at", async ({
  page,
  member,
}) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await page.goto("/user/games/PG");
  await amount(page).fill("77");
  await press(page, /^Refresh balances/);
  await expect(main(page)).toContainText("Updated");
  await expect(amount(page)).toHaveValue("77");
  await press(page, "Show login details");
  await page.getByRole("link", { name: "Back to PG Soft" }).click();
  await expect(amount(page)).toHaveValue("77");
});

test("a double tap makes one transfer and opens the game", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await member.fault({ call: "transfer", kind: "slow", delayMs: 400 });
  await page.goto("/user/games/PG");
  await amount(page).fill("100");
  await page.getByRole("button", { name: /^Transfer .*and play$/ }).dblclick();
  await expect(signedIn(page)).toContainText("100.00");
  expect(await movements(product, username)).toEqual([100_00]);
});

test("the launch page opens nothing unless it was just asked for", async ({ page, member, product }) => {
  await member.signIn({ games: { PG: 0 } });
  await product.desk.resetCalls();
  for (const path of ["launch", "credentials"]) {
    await page.goto(`/user/games/PG/${path}`);
    await expect(page).toHaveURL("/user/games/PG");
  }
  for (const call of ["autoLoginPg", "getSlotAccount"]) expect((await product.desk.calls(call)).received, call).toBe(0);
});

test("login details are shown after asking, masked until they are revealed, and gone after logout", async ({
  page,
  member,
  axe,
  javaScriptEnabled,
}) => {
  const { username } = await member.signIn({ games: { PG: 0 } });
  await page.goto("/user/games/PG");
  await expect(page.getByText(`dm${username}`)).toHaveCount(0);
  await press(page, "Show login details");
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue(`dm${username}`);
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await axe();
  await press(page, "Show password");
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue(/^Gp/);
  for (const name of ["Copy Username", "Copy Password"])
    await expect(page.getByRole("button", { name })).toBeVisible({ visible: javaScriptEnabled });
  await axe();
  await page.goto("/user/home");
  await press(page, "Log out");
  await expect(page).toHaveURL(/\/login/);
  for (let step = 0; step < 2; step += 1) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel("Username", { exact: true })).toHaveCount(0);
  }
});

test("the password is replaced after a question, and the new one is shown", async ({ page, member, axe }) => {
  await member.signIn({ games: { PG: 0 } });
  const shown = async () => page.getByLabel("Password", { exact: true }).inputValue();
  await page.goto("/user/games/PG");
  await press(page, "Show login details");
  const before = await shown();
  await page.goto("/user/games/PG");
  await page.getByRole("link", { name: "Reset password" }).click();
  await expect(page.getByRole("heading", { name: "Reset the PG Soft password?" })).toBeVisible();
  await axe();
  await press(page, "Reset password");
  await expect(page.getByRole("status")).toContainText("The game has a new password.");
  expect(await shown()).not.toBe(before);
});

test("a reset that is refused says so, and one without an answer shows what is valid now", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn({ games: { PG: 0 } });
  await product.desk.switches({ providersDown: ["PG"] });
  await page.goto("/user/games/PG/reset");
  await press(page, "Reset password");
  await expect(page.getByRole("alert")).toContainText("The game password could not be reset.");
  await product.desk.switches({ providersDown: [] });
  await member.fault({ call: "resetSlotPassword", kind: "drop-after-commit" });
  await press(page, "Reset password");
  await expect(page.getByRole("alert")).toContainText("the password may have changed");
  await expect(page.getByRole("alert")).toBeFocused();
  await axe();
  await press(page, "Show login details");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(/^Gp/);
});

test("more than twelve games can be searched, fewer need no search", async ({ page, member, product, axe }) => {
  await member.signIn();
  const search = page.getByRole("searchbox", { name: "Search games" });
  // A first visit has a link to it: it must be small.
  await expect(async () => {
    await page.goto("/user/home");
    await expect(search).toBeVisible({ timeout: 500 });
  }).toPass();
  await search.fill(" joker");
  await search.press("Enter");
  await expect(page.getByRole("link", { name: /^Joker Gaming/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Joker 2/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^PG Soft/ })).toHaveCount(0);
  await expect(search).toHaveValue("joker");
  await axe();
  await search.fill("nothing");
  await search.press("Enter");
  await expect(page.getByRole("status")).toContainText("No game is called “nothing”.");
  await page.getByRole("link", { name: "Show all games" }).click();
  await expect(page.getByRole("link", { name: /^PG Soft/ })).toBeVisible();
  await product.desk.switches({ gamesOffered: "few" });
  await page.goto("/user/home");
  await expect(page.getByRole("link", { name: /^PG Soft/ })).toBeVisible();
  await expect(search).toHaveCount(0);
});
