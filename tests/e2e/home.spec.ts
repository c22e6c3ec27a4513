import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures";

test("home shows the member's name, the total and the main wallet, and the time of the last refresh @main", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn({ name: "Somchai", wallet: 2_480_50, games: { PG: 1_250_00, UFABET: 6_500_00 } });
  await page.goto("/user/home");
  const cloth = page.getByRole("region", { name: "Total in all accounts" });
  await expect(cloth).toContainText("Hello, Somchai");
  await expect(cloth).toContainText("10,230.50");
  await expect(cloth).toContainText(/In the main wallet .2,480\.50/);
  const refresh = cloth.getByRole("button", { name: "Refresh balances" });
  // Nothing has been refreshed yet.
  await expect(refresh).toHaveAccessibleName("Refresh balances");
  await refresh.click();
  await expect(refresh).toHaveAccessibleName(/^Refresh balances: Updated \d\d:\d\d$/);
  // As it is drawn: a flex box drops the spaces between its parts.
  expect(await refresh.evaluate((button) => (button as HTMLElement).innerText)).toMatch(/Updated \d\d:\d\d$/);
  await expect(cloth.getByRole("link", { name: "Deposit" })).toHaveAttribute("href", "/user/deposit");
  await expect(cloth.getByRole("link", { name: "Withdraw" })).toHaveAttribute("href", "/user/withdraw");
  await axe();
});

test("the total opens into its parts, and hidden amounts stay hidden", async ({ page, member, axe }) => {
  await member.signIn({ wallet: 100_00, games: { PG: 50_00, JOKER: 0 } });
  await page.goto("/user/home");
  const cloth = page.getByRole("region", { name: "Total in all accounts" });
  await cloth.getByText("In the main wallet").click();
  await expect(cloth.getByRole("listitem")).toHaveText([/PG Soft ฿50\.00/]);
  await cloth.getByRole("button", { name: "Hide amounts" }).click();
  await expect(cloth).toContainText("Amounts are hidden");
  await page.goto("/user/statement");
  await page.goto("/user/home");
  await expect(page.getByRole("main")).not.toContainText(/\d\.\d\d/);
  await axe();
  await cloth.getByRole("button", { name: "Show amounts" }).click();
  await expect(cloth).toContainText("150.00");
});

test("an open game shows the operator's pictures", async ({ page, member }) => {
  await member.signIn({ games: { PG: 0 } });
  await page.goto("/user/home");
  // The first page with the stylesheet in it shows none.
  await page.reload();
  await expect(page.getByRole("link", { name: "PG Soft" }).getByRole("img", { name: "PG Soft" })).toBeVisible();
});

test("every shortcut has a page, and none leads members with kip to QR codes @main", async ({
  page,
  member,
  product,
}) => {
  await member.signIn({ wallet: 100_00 });
  type Shortcut = [string, string | RegExp];
  // The wheel has a name of its own.
  const wheel: Shortcut = ["Prize wheel Coins: 0", /./];
  const invite: Shortcut = ["Invite friends", "Invite friends"];
  const shortcuts: Shortcut[] = [
    ["Transfer", "Transfer"],
    ["Collect all", "Collect everything"],
    ...(product.market === "th" ? [["QR", "Deposit"] satisfies Shortcut] : []),
    ["Send slip", "My slips"],
    ...(product.market === "th" ? [] : [invite]),
    wheel,
    ["Bonus", /bonus/i],
    ["Refund", "Refund"],
    ...(product.market === "th" ? [invite] : []),
  ];
  const links = page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link");
  await page.goto("/user/home");
  await expect(links).toHaveText(shortcuts.map(([name]) => name));
  for (const [name, heading] of shortcuts) {
    await page.goto("/user/home");
    await links.filter({ hasText: name }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("without a wheel its shortcut refreshes all games, and an invite bonus is shown with the way to receive it", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await page.goto("/user/home");
  const receive = page.getByRole("link", { name: "Receive" });
  await expect(receive).toHaveCount(0);
  await product.desk.friendPlays(username, 1_000_00);
  await product.desk.switches({ spinActive: false });
  await page.goto("/user/home");
  await expect(page.getByText("Invite bonus")).toContainText("50.00");
  await axe();
  await product.desk.resetCalls();
  await page.getByRole("navigation", { name: "Shortcuts" }).getByRole("button", { name: "Refresh balances" }).click();
  await expect.poll(async () => (await product.desk.calls("refreshSlots")).received).toBe(1);
  await receive.click();
  await expect(page.getByRole("heading", { name: /invite bonus/i })).toBeVisible();
});

test("while a bonus is held, the invite bonus on home cannot be received, and home says why", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await product.desk.friendPlays(username, 1_000_00);
  await product.desk.giveBonus(username, 10_00);
  await page.goto("/user/home");
  const receive = page.getByRole("button", { name: "Receive" });
  await expect(receive).toBeDisabled();
  await expect(receive).toHaveAccessibleDescription("You still hold a bonus. End it before doing this.");
  await axe();
});

test("games with money come first, unopened games last", async ({ page, member }) => {
  await member.signIn({ games: { PG: 1_250_00 } });
  await page.goto("/user/home");
  const cards = page.getByRole("region", { name: "Slots" }).getByRole("listitem");
  await expect(cards.nth(0)).toContainText("PG Soft");
  await expect(cards.nth(1)).toContainText("PG Slot");
  await expect(cards.last()).toContainText("Open account");
});

test("an open game shows its money and credits, and links to its page", async ({ page, member }) => {
  await member.signIn({ wallet: 500_00, games: { UFABET: 6_500_00 } });
  await page.goto("/user/home");
  const sports = page.getByRole("region", { name: "Sport and casino" });
  const card = sports.getByRole("link", { name: "UFABET" });
  await expect(card).toContainText("฿6,500.00");
  await expect(card).toContainText("650.00 credits");
  await card.click();
  await expect(page).toHaveURL("/user/games/UFABET");
});

test("games are grouped into three categories", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/home");
  for (const [category, game] of [
    ["Slots", "Slot XO"],
    ["Sport and casino", "Sexy Game"],
    ["Lottery", "Huay HD"],
  ] as const) {
    await expect(page.getByRole("region", { name: category }).getByRole("link", { name: game })).toBeAttached();
  }
});

test("each tap on refresh asks the providers once, and a GET of its URL asks nobody", async ({
  page,
  member,
  product,
}) => {
  await member.signIn({ games: { PG: 100_00 } });
  await page.goto("/user/home");
  await product.desk.resetCalls();
  await page.getByRole("button", { name: /Refresh balances/ }).click();
  await expect(page).toHaveURL("/user/home");
  await expect.poll(async () => (await product.desk.calls("refreshSlots")).executed).toBe(1);
  await page.getByRole("button", { name: /Refresh balances/ }).click();
  await expect.poll(async () => (await product.desk.calls("refreshSlots")).executed).toBe(2);
  await page.goto("/user/refresh");
  await expect(page).toHaveURL("/user/home");
  expect((await product.desk.calls("refreshSlots")).received).toBe(2);
});

test("if a refresh fails, the page says so and keeps the balances", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 77_00 });
  await page.goto("/user/home");
  await product.desk.fault({ call: "refreshSlots", kind: "error", phone: username });
  await page.getByRole("button", { name: /Refresh balances/ }).click();
  await expect(page.getByText("We could not refresh the game balances")).toBeVisible();
  await expect(page.getByRole("region", { name: "Total in all accounts" })).toContainText("77.00");
  await expect(page.getByRole("button", { name: "Refresh balances" })).toHaveAccessibleName("Refresh balances");
});

test("if the wallet cannot be loaded, home shows the last known balance and its time", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 77_00, games: { PG: 20_00 } });
  await page.setViewportSize({ width: 360, height: 612 });
  await page.goto("/user/home");
  await product.desk.fault({ call: "getWallet", kind: "error", times: 0, phone: username });
  await page.goto("/user/home");
  await expect(page.getByText("We could not load your wallet")).toBeVisible();
  for (const shown of [page.getByText("฿97.00"), page.getByRole("link", { name: "Try again" })])
    expect(await isUncovered(shown), "neither the bar nor the tabs cover it").toBe(true);
  const cloth = page.getByRole("region", { name: "Total in all accounts" });
  await expect(cloth).toContainText(/฿97\.00.*In the main wallet ฿77\.00.*As of \d\d:\d\d/s);
  await axe();
  await product.desk.clearFaults();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(cloth).toContainText("97.00");
  await expect(cloth).not.toContainText("As of");
});

/** Whether nothing lies over its upper part and its middle as the page is scrolled now. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [0.1, 0.6].every((part) => node.contains(document.elementFromPoint(x + width / 2, y + part * height)));
  });

test("if the wallet cannot be loaded, home says so and the rest of the page works", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ name: "Somchai" });
  await product.desk.fault({ call: "getWallet", kind: "error", times: 0, phone: username });
  expect((await page.goto("/user/home"))?.status()).toBe(200);
  await expect(page.getByText("We could not load your wallet")).toBeVisible();
  await expect(page.getByText("Hello, Somchai")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Deposit" })).toBeVisible();
  await axe();
  await product.desk.clearFaults();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText("In the main wallet")).toBeVisible();
});
