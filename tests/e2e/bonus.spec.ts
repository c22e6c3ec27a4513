import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const main = (page: Page) => page.getByRole("main");
const receive = (page: Page) => page.getByRole("button", { name: "Receive this bonus" });
const cancel = (page: Page) => page.getByRole("link", { name: "Cancel the bonus" });
const daily = (page: Page) => page.getByRole("link", { name: /Once a day/ });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("the list says in words which bonuses are open, current and fully received @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  for (const code of ["WELCOME100", "WEEKEND50", "WEEKEND50"]) await product.desk.receivedOffer(username, code);
  await page.goto("/user/bonus");
  await expect(page.getByLabel("Promotion code")).toBeVisible();
  const cards = main(page).getByRole("listitem");
  await expect(cards.nth(0)).toContainText("Once a day");
  await expect(cards.nth(1)).toContainText(/Fully received.*Once only/);
  await expect(cards.nth(2)).toContainText(/Fully received.*2 times a week · again from \d\d\/\d\d\/\d{4}/);
  await expect(cards.getByRole("link")).toHaveCount(1);
  await axe();

  await product.desk.receiveOffer(username, "DAILY20");
  await page.reload();
  await expect(cards.nth(0)).toContainText(/Current.*Once a day/);
  await expect(page.getByLabel("Promotion code")).toHaveCount(0);
  await axe();
});

test("a member reads what a bonus blocks, receives it, and sees how far it is from its end @main", async ({
  page,
  member,
  market,
  axe,
}) => {
  const [bonus, shown] = market === "th" ? [20_00, "฿20.00"] : [10_000_00, "₭10,000.00"];
  await member.signIn({ wallet: 100_00 });
  await page.goto("/user/bonus");
  await daily(page).click();
  await expect(page.getByRole("row", { name: /Next deposit/ })).toContainText("closed until it ends");
  await expect(page.getByRole("row", { name: /Transfers and games/ })).toContainText("open");
  const notice = main(page).locator(".alert").filter({ hasText: "Read this first" });
  await expect(notice).toContainText(" 10 ");
  await expect(main(page)).not.toContainText("%percentFail%");
  await axe();
  await receive(page).click();
  await expect(heading(page, "Saved")).toBeVisible();
  await expect(main(page)).toContainText(shown);
  expect(await member.balances()).toMatchObject({ wallet: 100_00 + bonus });
  await axe();

  await page.goto("/user/bonus");
  await expect(main(page)).toContainText(/You can cancel it at or below/);
  await expect(main(page)).toContainText(/Above it by.*\(90% of the total\)/);
  await expect(cancel(page)).toHaveCount(0);
});

test("a double tap receives a bonus once; Back and a reload receive nothing", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.fault({ call: "activateBonus", kind: "slow", delayMs: 400, phone: username });
  await page.goto("/user/bonus/details?code=DAILY20");
  await receive(page).dblclick();
  await expect(heading(page, "Saved")).toBeVisible();
  await page.reload();
  await expect(heading(page, "Saved")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("You are using this bonus.")).toBeVisible();
  await expect(receive(page)).toHaveCount(0);
  expect((await member.statement()).map(({ amount }) => amount)).toEqual([20_00]);
});

test("the same form in two tabs receives a bonus once, and both show its receipt", async ({
  page,
  context,
  member,
}) => {
  await member.signIn();
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto("/user/bonus/details?code=DAILY20");
  for (const tab of [page, other]) {
    await receive(tab).click();
    await expect(heading(tab, "Saved")).toBeVisible();
  }
  expect(other.url()).toBe(page.url());
  expect((await member.statement()).map(({ amount }) => amount)).toEqual([20_00]);
});

test("a bonus in use has only a confirmation that closes it, and no other can be received", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await product.desk.receiveOffer(username, "DAILY20");
  await page.goto("/user/bonus/details?code=DAILY20");
  await expect(receive(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL("/user/bonus");
  await page.getByRole("link", { name: /Once only/ }).click();
  await expect(page.getByText("It must end before you can receive another one.")).toBeVisible();
  await expect(receive(page)).toHaveCount(0);
  await axe();
  await page.getByRole("link", { name: "See your current bonus" }).click();
  await expect(heading(page, "Your current bonus")).toBeVisible();
});

test("a bonus can be cancelled once the total is low enough, after a page that says what it costs", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 0, games: { PG: 200_00 } });
  await product.desk.receiveOffer(username, "DAILY20");
  await page.goto("/user/bonus/clear");
  await expect(heading(page, "The bonus cannot be cancelled yet")).toBeVisible();
  await expect(main(page)).toContainText("Your total balance must be ฿22.00 or less.");
  await expect(page.getByRole("button", { name: "Cancel the bonus" })).toHaveCount(0);

  await member.play("PG", -200_00);
  await page.goto("/user/bonus");
  await cancel(page).click();
  await expect(main(page)).toContainText(/Bonus you give up.20\.00/);
  await expect(main(page)).toContainText(/Taken from your balance.0\.00/);
  await expect(main(page)).toContainText(/Stays with you.20\.00/);
  await axe();
  await page.getByRole("button", { name: "Cancel the bonus" }).dblclick();
  await expect(heading(page, "The bonus is cancelled")).toBeVisible();
  expect(await member.balances()).toEqual({ wallet: 20_00, PG: 0 });
  await page.goBack();
  await expect(page).toHaveURL("/user/bonus");
  await expect(page.getByLabel("Promotion code")).toBeVisible();
  const ends = (await member.statement()).filter(({ type }) => type === "finish_bonus");
  expect(ends).toHaveLength(1);
});

test("while it is not known whether the bonus can be cancelled, the page does not deny it", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 0, games: { PG: 200_00 } });
  await product.desk.receiveOffer(username, "DAILY20");
  await member.play("PG", -200_00);
  await member.fault({ call: "checkBonusMinimum", kind: "error", times: 0 });
  await page.goto("/user/bonus/clear");
  await expect(heading(page, "We could not load when it can be cancelled.")).toBeVisible();
  await expect(main(page)).not.toContainText("cannot be cancelled yet");
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/user/bonus/clear");
});

test("whoever keeps the bonus keeps it", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 0, games: { PG: 200_00 } });
  await product.desk.receiveOffer(username, "DAILY20");
  await member.play("PG", -200_00);
  await page.goto("/user/bonus/clear");
  await page.getByRole("link", { name: "Keep the bonus" }).click();
  await expect(heading(page, "Your current bonus")).toBeVisible();
});

test("a bonus that is refused says why in its title, and that nothing was received", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await page.goto("/user/bonus/details?code=DAILY20");
  await product.desk.switches({ offersFull: ["DAILY20"] });
  await receive(page).click();
  await expect(heading(page, "All of these bonuses have been given out. Choose another one.")).toBeVisible();
  await expect(main(page)).toContainText("The bonus was not received");
  await axe();
  expect(await member.statement()).toEqual([]);
});

test("what cannot be loaded says so in its place, and the rest of the page works", async ({ page, member, axe }) => {
  await member.signIn();
  await member.fault({ call: "listBonuses", kind: "error", times: 0 });
  await page.goto("/user/bonus");
  await expect(heading(page, "We could not load the bonuses")).toBeVisible();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Promotion code")).toBeVisible();
  await axe();
  await member.fault({ call: "checkActiveBonus", kind: "error", times: 0 });
  await page.goto("/user/bonus");
  await expect(heading(page, "We could not load the bonuses")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test("if only the current bonus cannot be loaded, the list is there", async ({ page, member, product, axe }) => {
  await member.signIn();
  await member.fault({ call: "checkActiveBonus", kind: "error", times: 0 });
  await page.goto("/user/bonus");
  await expect(page.getByRole("alert")).toContainText("We could not see whether you hold a bonus.");
  await expect(daily(page)).toBeVisible();
  await axe();
  await product.desk.clearFaults();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByLabel("Promotion code")).toBeVisible();
});

test("a notice that cannot be read is not passed over in silence", async ({ page, member }) => {
  await member.signIn();
  await member.fault({ call: "lookupNotice", kind: "error", times: 0 });
  for (const path of ["/user/bonus/details?code=DAILY20", "/user/promotion?code=KRAM100"]) {
    await page.goto(path);
    await expect(main(page)).toContainText("We could not load what to read before receiving.");
    await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", path);
  }
});

test("a bonus that does not exist is not found", async ({ page, member }) => {
  await member.signIn();
  expect((await page.goto("/user/bonus/details?code=NOSUCH"))!.status()).toBe(404);
});
