import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const main = (page: Page) => page.getByRole("main");
const code = (page: Page) => page.getByLabel("Promotion code");
const search = (page: Page) => page.getByRole("button", { name: "Search" });
const receive = (page: Page) => page.getByRole("button", { name: "Receive the promotion" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("a code is found however it is typed, its promotion is received, and is the current one @main", async ({
  page,
  member,
  market,
  axe,
}) => {
  const amount = market === "th" ? 27_00 : 27_000_00;
  await member.signIn({ wallet: 100_00 });
  await page.goto("/user/bonus");
  await code(page).fill(" newyear27 ");
  await search(page).click();
  await expect(heading(page, "NEWYEAR27")).toBeVisible();
  await expect(code(page)).toHaveValue("NEWYEAR27");
  await expect(main(page)).toContainText("10% of your total after receiving");
  await expect(main(page).locator(".markup li")).toHaveCount(2);
  await axe();
  await receive(page).dblclick();
  await expect(heading(page, "Saved")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 100_00 + amount });
  expect(await member.statement()).toHaveLength(1);

  await page.goto("/user/bonus");
  await expect(page.getByText("Your promotion")).toBeVisible();
  await expect(page.getByText("Your promotion").locator("..")).toContainText("27");
});

test("Back from the receipt shows the result, and receives nothing", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/promotion?code=KRAM100");
  await receive(page).click();
  await expect(heading(page, "Saved")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
  await expect(page.getByText("It must end before you can receive another one.")).toBeVisible();
  await expect(receive(page)).toHaveCount(0);
  expect(await member.statement()).toHaveLength(1);
});

test("a code without a promotion is told at the field, and bonuses without a code are near", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn();
  await page.goto("/user/promotion?code=nosuch");
  await expect(code(page)).toHaveAccessibleDescription(/no promotion with this code/);
  await expect(code(page)).toHaveValue("nosuch");
  await expect(code(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Promotion code/);
  await axe();
  await page.getByRole("link", { name: "See all bonuses" }).click();
  await expect(page).toHaveURL("/user/bonus");
});

test("an empty code is asked for", async ({ page, member }) => {
  await member.signIn();
  expect((await page.goto("/user/promotion?code="))!.status()).toBe(422);
  await expect(code(page)).toHaveAccessibleDescription("Enter a promotion code");
});

test("a link brings a code, and only the member searches for it", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.resetCalls();
  for (const path of ["/user/bonus?promo=kram100", "/user/promotion?promo=kram100"]) {
    await page.goto(path);
    await expect(code(page)).toHaveValue("kram100");
  }
  for (const call of ["findPromotion", "activatePromotion"])
    expect((await product.desk.calls(call)).received, call).toBe(0);
  await search(page).click();
  await expect(heading(page, "KRAM100")).toBeVisible();
});

test("while a bonus is held, a promotion is found but not ready", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await page.goto("/user/promotion?code=KRAM100");
  await expect(main(page)).toContainText("Ready to receive");
  await product.desk.giveBonus(username, 10_00);
  await page.goto("/user/promotion?code=KRAM100");
  await expect(main(page)).toContainText("You hold a bonus. It must end before you can receive another one.");
  await expect(main(page)).not.toContainText("Ready to receive");
});

test("a promotion that was received before is refused in words", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  await product.desk.receivedOffer(username, "KRAM100");
  await page.goto("/user/promotion?code=KRAM100");
  await receive(page).click();
  await expect(heading(page, "You have received this promotion already.")).toBeVisible();
  await expect(main(page)).toContainText("The promotion was not received");
  await axe();
  expect(await member.statement()).toEqual([]);
});

test.describe("while a search waits for its answer", () => {
  // A service worker would ask for the page past the test.
  test.use({ serviceWorkers: "block" });

  test("the page says so where scripts run", async ({ page, member, javaScriptEnabled }) => {
    await member.signIn();
    await page.goto("/user/promotion");
    // An answer without content keeps the browser on the page, as one that has not come yet.
    await page.route("**/user/promotion?code=*", (route) => route.fulfill({ status: 204 }));
    await code(page).fill("KRAM100");
    await search(page).click();
    await expect(page.getByText("Searching for the promotion")).toBeVisible({ visible: javaScriptEnabled ?? true });
  });
});

test("a search that fails says so and keeps the code", async ({ page, member, product, axe }) => {
  await member.signIn();
  await member.fault({ call: "findPromotion", kind: "error", times: 0 });
  expect((await page.goto("/user/promotion?code=KRAM100"))!.status()).toBe(503);
  await expect(heading(page, "We could not look up the code")).toBeVisible();
  await expect(code(page)).toHaveValue("KRAM100");
  await axe();
  await product.desk.clearFaults();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page, "KRAM100")).toBeVisible();
});
