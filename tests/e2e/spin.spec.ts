import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";
import type { Desk } from "../support/desk";

/** The prize of these tests in minor units, and how pages show it. */
const PRIZE = { th: { minor: 50_00, text: "50.00" }, la: { minor: 25_000_00, text: "25,000.00" } };

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };

const hub = (page: Page) => page.getByRole("button", { name: /^Spin/ });
const outcome = (page: Page) => page.getByRole("status");
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** What stands at the pointer of the wheel, without the spaces at which its lines may break. */
async function atPointer(page: Page) {
  // Its address is there before its wheel.
  await page.waitForLoadState();
  return page.evaluate(() => {
    const { x, y, width } = document.querySelector(".wheel")!.getBoundingClientRect();
    const slice = document
      .elementsFromPoint(x + width / 2, y + width / 3.2)
      .find((one) => one.closest(".wheel-disc") && one.localName === "path");
    return [...(slice?.nextElementSibling?.children ?? [])].map((line) => line.textContent).join("");
  });
}

/** The result of a spin that stops at the prize. @returns its label */
async function win(page: Page, desk: Desk, phone: string, prize: number | null = PRIZE.th.minor) {
  const label = await desk.nextPrize(phone, prize);
  await page.goto("/user/spin");
  await hub(page).click();
  await expect(page).toHaveURL(/\/user\/spin\/result\//);
  return label;
}

/** Opens the page that claims the newest coupon. */
const openClaim = async (page: Page) => {
  await page.goto("/user/spin/coupons");
  await page.getByRole("cell").getByRole("link").first().click();
};
const claim = (page: Page) => page.getByRole("button", { name: /^Claim .[\d,.]+$/ });

test("a spin stops at the slice that was drawn, and its prize is claimed once @main", async ({
  page,
  member,
  product: { desk },
  market,
  axe,
}) => {
  const { username } = await member.signIn();
  const { minor, text } = PRIZE[market];
  await desk.giveCoins(username, 2);
  const label = await desk.nextPrize(username, minor);
  await page.goto("/user/spin");
  await expect(page.getByText("One spin costs 1 coin. You have 2.")).toBeVisible();
  await expect(page.getByRole("table", { name: "All slices" }).getByRole("row")).toHaveCount(13);
  await axe();
  await hub(page).click();
  await expect(outcome(page)).toContainText(text);
  const ask = page.getByRole("link", { name: "Ask about this" });
  await expect(ask).toHaveAttribute("href", `/user/chat?about=${page.url().split("/").at(-1)}`);
  await expect.poll(() => atPointer(page)).toBe(label);
  await axe();
  expect(await desk.coins(username)).toBe(1);

  await page.getByRole("link", { name: "See the prize" }).click();
  await expect(page.getByRole("main")).toContainText(/Coins left1/);
  await axe();
  await page.getByRole("link", { name: "Claim", exact: true }).click();
  await expect(heading(page, "Claim this prize?")).toBeVisible();
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 0 });
  await claim(page).click();
  await expect(heading(page, "Prize received")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(text);
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: minor });
  await page.getByRole("link", { name: "To the wheel" }).click();
  await expect(page.getByText("Prizes that you win on the wheel wait here")).toBeVisible();
});

test("each of two equal prizes belongs to its own spin", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 2);
  const results: string[] = [];
  for (const _ of [1, 2]) {
    await win(page, desk, username);
    results.push(page.url());
  }
  const prize = page.getByRole("link", { name: "See the prize" });
  await prize.click();
  await page.getByRole("link", { name: "Claim", exact: true }).click();
  await claim(page).click();
  await expect(heading(page, "Prize received")).toBeVisible();
  await page.goto(results[1]!);
  await expect(outcome(page)).toBeVisible();
  await expect(prize).toHaveCount(0);
  await page.goto(results[0]!);
  await prize.click();
  // Those of now, not of then.
  await expect(page.getByRole("main")).toContainText(/Coins left0/);
});

test("a double tap spins once", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 5);
  await member.fault({ call: "spin", kind: "slow", delayMs: 400 });
  await page.goto("/user/spin");
  await hub(page).dblclick();
  await expect(page).toHaveURL(/\/user\/spin(\/result\/.+)?$/);
  await page.goto("/user/spin");
  await expect(page.getByText("You have 4.")).toBeVisible();
  expect((await desk.calls("spin")).received).toBe(1);
});

test("the result stays the same after a reload and in a second tab, where it rests", async ({
  page,
  context,
  member,
  product: { desk },
}) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 3);
  const label = await win(page, desk, username);
  const wheel = (where: Page) => where.locator(".wheel");
  for (let time = 0; time < 2; time += 1) {
    await expect(outcome(page)).toContainText("50.00");
    await page.reload();
  }
  const other = await context.newPage();
  await expect(async () => {
    await other.goto(page.url());
    await expect(wheel(other)).not.toHaveAttribute("data-state", "landing", { timeout: 100 });
  }).toPass();
  await expect(outcome(other)).toContainText("50.00");
  expect(await atPointer(other)).toBe(label);
  expect(await desk.coins(username)).toBe(2);
  expect((await desk.calls("spin")).received).toBe(1);
});

test("Back shows the last spin, and only another press spins again", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 3);
  await win(page, desk, username);
  await page.goBack();
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "See the receipt" }).click();
  await expect(outcome(page)).toContainText("50.00");
  expect(await desk.coins(username)).toBe(2);
  await win(page, desk, username, null);
  expect(await desk.coins(username)).toBe(1);
});

test("two tabs with the same wheel spin once", async ({ page, context, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 3);
  const other = await context.newPage();
  await page.goto("/user/spin");
  await other.goto("/user/spin");
  await hub(page).click();
  await expect(page).toHaveURL(/\/result\//);
  await hub(other).click();
  await expect(other).toHaveURL(page.url());
  expect(await desk.coins(username)).toBe(2);
});

test("the wheel turns to the slice, and at once where nothing should move", async ({
  page,
  context,
  member,
  product: { desk, url },
}) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 3);
  const turns = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((one) => (one as CSSAnimation).animationName)
        .filter((name) => name === "land"),
    );
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const label = await win(page, desk, username);
  await expect(page.locator(".wheel")).toHaveAttribute("data-state", "landing");
  await expect.poll(() => atPointer(page)).toBe(label);

  await page.emulateMedia({ reducedMotion: "reduce" });
  const still = await win(page, desk, username, null);
  expect(await turns()).toEqual([]);
  expect(await atPointer(page)).toBe(still);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await context.addCookies([{ name: "l", value: "1", url }]);
  const lite = await win(page, desk, username);
  await expect(page.locator(".wheel")).not.toHaveAttribute("data-state", "landing");
  expect(await turns()).toEqual([]);
  expect(await atPointer(page)).toBe(lite);
});

test("without a coin the button says why it cannot be pressed", async ({ page, member, product: { desk }, axe }) => {
  const { username } = await member.signIn();
  await page.goto("/user/spin");
  await expect(hub(page)).toBeDisabled();
  await expect(hub(page)).toHaveAccessibleDescription("You have no coins, so you cannot spin now.");
  await axe();
  await desk.giveCoins(username, 1);
  await page.goto("/user/spin");
  await member.fault({ call: "spin", kind: "refuse", code: "MONEY_NOT_ENOUGH" });
  await hub(page).click();
  await expect(heading(page, "The wheel did not turn")).toBeVisible();
  await expect(page.getByText("You have no coins, so you cannot spin now.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the form" }).click();
  await expect(hub(page)).toBeEnabled();
});

test("a spin whose answer is lost is found by its coin and coupon, and is not sent again", async ({
  page,
  member,
  product: { desk },
  axe,
}) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 3);
  await desk.nextPrize(username, PRIZE.th.minor);
  await member.fault({ call: "spin", kind: "drop-after-commit" });
  await page.goto("/user/spin");
  await hub(page).click();
  await expect(outcome(page)).toContainText("50.00", LATER);
  await expect(page.getByRole("link", { name: "See the prize" })).toBeVisible();
  await axe();
  expect(await desk.coins(username)).toBe(2);
  expect((await desk.calls("spin")).received).toBe(1);
});

test("a lost spin without a prize says that its slice is not known", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await desk.nextPrize(username, null);
  await member.fault({ call: "spin", kind: "drop-after-commit" });
  await page.goto("/user/spin");
  await hub(page).click();
  await expect(outcome(page)).toContainText("we were not told where it stopped", LATER);
  expect(await desk.coins(username)).toBe(0);
});

test("coupons stand three to a page, newest first", async ({ page, member, product: { desk }, axe }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 4);
  for (const prize of [20_00, 0, 30_00, 100_00]) await win(page, desk, username, prize);
  await page.goto("/user/spin");
  await page.getByRole("link", { name: "See all 4" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("row").nth(1)).toContainText(/^1฿100\D.*฿100\.00/);
  await axe();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").nth(1)).toContainText(/^4฿20\D.*฿20\.00/);
  await page.goto("/user/spin/coupons?page=99");
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("a prize that is a thing leads to support", async ({ page, member, product: { desk }, axe }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await win(page, desk, username, 0);
  await page.getByRole("link", { name: "See the prize" }).click();
  await page.getByRole("link", { name: "How to get it" }).click();
  await expect(heading(page, "This prize is not money")).toBeVisible();
  const [coupon] = await desk.coupons(username);
  await expect(page.getByText(coupon!.id)).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/user/contact");
  await axe();
  await page.getByRole("button", { name: "Use the coupon" }).click();
  await expect(page.getByText("This coupon is not for money. Contact support to receive the prize.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toBeVisible();
});

test("two taps on a claim, a reload and Back credit the prize once", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await win(page, desk, username);
  await openClaim(page);
  await member.fault({ call: "claimCoupon", kind: "slow", delayMs: 400 });
  await claim(page).dblclick();
  await expect(heading(page, "Prize received")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Prize received")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("it was claimed, or it has expired")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: PRIZE.th.minor });
  expect((await desk.calls("claimCoupon")).received).toBe(1);
});

test("a claim whose answer is lost is found in the statement", async ({ page, member, product: { desk } }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await win(page, desk, username);
  await openClaim(page);
  await member.fault({ call: "claimCoupon", kind: "drop-after-commit" });
  await claim(page).click();
  await expect(heading(page, "Prize received")).toBeVisible(LATER);
  expect(await member.balances()).toMatchObject({ wallet: PRIZE.th.minor });
});

interface Trouble {
  code: string;
  make(desk: Desk, phone: string): Promise<unknown>;
  text: string;
  /** Where the receipt leads, besides back to the coupons. */
  way?: string;
}

const refusedAs = (code: string) => (desk: Desk, phone: string) =>
  desk.fault({ call: "claimCoupon", kind: "refuse", code, phone });

const TROUBLES: Trouble[] = [
  {
    code: "COUPON_EXPIRED",
    make: (desk, phone) => desk.spoilCoupons(phone, "expired"),
    text: "This coupon has expired.",
  },
  {
    code: "INVALID_PRIZE_CODE",
    make: (desk, phone) => desk.spoilCoupons(phone, "lost"),
    text: "We cannot find this prize. Please contact support.",
    way: "Contact support",
  },
  {
    code: "BONUS_REMAINING",
    make: (desk, phone) => desk.giveBonus(phone, 10_00),
    text: "You still hold a bonus. End it before doing this.",
    way: "See your current bonus",
  },
  {
    code: "NO_CLAIMABLE_COUPON",
    make: refusedAs("NO_CLAIMABLE_COUPON"),
    text: "This coupon has been claimed already.",
  },
  { code: "INVALID_CODE", make: refusedAs("INVALID_CODE"), text: "We cannot find this coupon. Look in My coupons." },
];

for (const [at, { code, make, text, way }] of TROUBLES.entries()) {
  test(
    `a claim that ends with ${code} says why, and what to do`,
    variant(at),
    async ({ page, member, product: { desk } }) => {
      const { username } = await member.signIn();
      await desk.giveCoins(username, 1);
      await win(page, desk, username);
      await openClaim(page);
      await make(desk, username);
      await claim(page).click();
      await expect(heading(page, "The prize was not received")).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      if (way) await expect(page.getByRole("link", { name: way })).toBeVisible();
      await page.getByRole("link", { name: "My coupons" }).click();
      await expect(heading(page, "My coupons")).toBeVisible();
    },
  );
}

test("without a wheel the page says so and keeps the coupons", async ({ page, member, product: { desk }, axe }) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await win(page, desk, username);
  const result = page.url();
  await desk.switches({ spinActive: false });
  await page.goto("/user/spin");
  await expect(heading(page, "There is no prize wheel at the moment")).toBeVisible();
  await expect(page.getByRole("table", { name: "My coupons" })).toBeVisible();
  await axe();
  await page.goto(result);
  await expect(outcome(page)).toContainText("50.00");
});

test("what cannot be loaded says so, with a way to try again", async ({ page, member, axe }) => {
  await member.signIn();
  await member.fault({ call: "listCoupons", kind: "error", times: 0 });
  await page.goto("/user/spin");
  await expect(page.getByRole("alert")).toContainText("Your coupons could not be loaded");
  await axe();
  await member.fault({ call: "spinSetup", kind: "error", times: 0 });
  expect((await page.goto("/user/spin"))?.status()).toBe(503);
  await expect(page.getByRole("alert")).toContainText("The wheel could not be loaded");
  await expect(page).toHaveTitle(/^Error: /);
  expect((await page.goto("/user/spin/coupons"))?.status()).toBe(503);
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});

test("while the coupons cannot be read, nothing says that a prize is gone", async ({
  page,
  member,
  product: { desk },
}) => {
  const { username } = await member.signIn();
  await desk.giveCoins(username, 1);
  await win(page, desk, username);
  const result = page.url();
  await member.fault({ call: "listCoupons", kind: "error", times: 0 });
  await page.goto(result);
  await expect(outcome(page)).toContainText("Your coupons could not be loaded");
  await expect(outcome(page)).not.toContainText("No coupon");
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", new URL(result).pathname);
  expect((await page.goto(result.replace("result", "prize")))?.status()).toBe(503);
  await expect(page.getByRole("main")).not.toContainText("it was claimed, or it has expired");
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});

for (const [at, wheelSlices] of [2, 24].entries()) {
  test(
    `a wheel with ${wheelSlices} slices and long labels is drawn, and stops where it should`,
    variant(at),
    async ({ page, member, product: { desk }, axe }) => {
      const { username } = await member.signIn();
      await desk.switches({ wheelSlices, wheelLabels: "long" });
      await desk.giveCoins(username, 1);
      await page.goto("/user/spin");
      await axe();
      await win(page, desk, username, 20_00);
      await expect(outcome(page)).toContainText("20.00");
      await expect.poll(() => atPointer(page)).toMatch(/^฿20/);
    },
  );
}
