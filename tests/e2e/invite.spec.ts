import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const offer = (page: Page) => page.getByRole("region", { name: "Bonus to receive" });
const toReceive = (page: Page) => page.getByRole("link", { name: "Receive the bonus" });
const confirm = (page: Page) => page.getByRole("button", { name: /^Receive .\d/ });

test("what friends play for is received as a bonus, after its two percentages are told in money @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const lak = product.market === "la";
  const [wallet, played] = lak ? [400_000_00, 2_000_000_00] : [500_00, 2_000_00];
  const [bonus, after, won, ended] = lak
    ? ["100,000.00", "500,000.00", "1,500,000.00", "25,000.00"]
    : ["100.00", "600.00", "1,800.00", "30.00"];
  const { username } = await member.signIn({ wallet });
  await product.desk.friendPlays(username, played, "มะลิ ใจดี");
  await page.goto("/user/invite");
  await expect(offer(page)).toContainText(bonus);
  await axe();
  await toReceive(page).click();
  await expect(heading(page, "Receive the invite bonus?")).toBeVisible();
  for (const amount of [bonus, after, won, ended]) await expect(main(page)).toContainText(amount);
  await expect(main(page)).toContainText("Until it ends, you cannot deposit or withdraw");
  await axe();
  await confirm(page).dblclick();
  await expect(heading(page, "Invite bonus received")).toBeVisible();
  await expect(main(page)).toContainText(bonus);
  const credited = (await member.statement()).filter(({ type }) => type === "bonus");
  expect(credited.map(({ amount }) => amount)).toEqual([played / 20]);
  expect(await member.balances()).toMatchObject({ wallet: wallet + played / 20 });

  await page.goto("/user/invite");
  await expect(page.getByRole("button", { name: "Receive the bonus" })).toBeDisabled();
  await expect(main(page)).toContainText("There is no invite bonus to receive yet.");
});

test("the page shows the link to send, and who has played without their names", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { id, username } = await member.signIn();
  await product.desk.friendPlays(username, 200_00, "Somchai Jaidee");
  await product.desk.friendPlays(username, 400_00, "มะลิ");
  await page.goto("/user/invite");
  const link = `${product.url}/register?code=PR${id}`;
  await expect(page.getByRole("textbox", { name: "Your invite link" })).toHaveValue(link);
  await expect(page.getByRole("img", { name: "QR code of your invite link" })).toBeVisible();
  const share = page.getByRole("link", { name: "Send to a friend" });
  expect(decodeURIComponent((await share.getAttribute("href"))!)).toContain(link);
  const table = page.getByRole("table", { name: "Invited friends" });
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table).toContainText("S••• J•••");
  await expect(table).toContainText("ม•••");
  await expect(table.getByRole("row", { name: /Total/ })).toContainText("30.00");
  expect(await page.content()).not.toMatch(/Somchai|Jaidee|มะลิ/);
  await axe();
  await page.goto(link);
  await expect(page).toHaveURL(/\/user\/home|\/register/);
});

test("ten friends fill a page", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  for (let friend = 1; friend <= 12; friend += 1) await product.desk.friendPlays(username, friend * 20_00);
  await page.goto("/user/invite");
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows).toHaveCount(10);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("row", { name: /Total/ })).toContainText("78.00");
  await page.goto("/user/invite?page=99");
  await expect(main(page)).not.toContainText("Page 99");
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page).toHaveURL(/page=2#friends$/);
  await expect(rows).toHaveCount(2);
});

test("nothing can be received before a friend has played, or while a bonus is held, and the page says so", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await page.goto("/user/invite");
  await expect(page.getByRole("button", { name: "Receive the bonus" })).toBeDisabled();
  await expect(main(page)).toContainText("The friends you invited have not played yet");
  await product.desk.friendPlays(username, 1_000_00);
  await product.desk.giveBonus(username, 10_00);
  await page.reload();
  await expect(page.getByRole("button", { name: "Receive the bonus" })).toBeDisabled();
  await expect(main(page)).toContainText("You still hold a bonus.");
  await axe();
  await page.goto("/user/invite/receive");
  await expect(page).toHaveURL("/user/invite");
});

const REFUSALS = [
  ["INVITE_INACTIVE", "The invite bonus is closed at the moment."],
  ["INVITE_COLLECT", "You have received the invite bonus today."],
  ["NO_INVITEE_PLAY_INFO", "The friends you invited have not played yet"],
  ["NO_INVITE_BONUS", "There is no invite bonus to receive yet."],
  ["INVITE_BONUS_FAIL", "The invite bonus could not be received."],
] as const;

for (const [index, [code, text]] of REFUSALS.entries()) {
  test(
    `${code} is told on the receipt and on the page, and nothing is credited`,
    variant(index),
    async ({ page, member, product }) => {
      const { username } = await member.signIn({ wallet: 100_00 });
      await product.desk.friendPlays(username, 1_000_00);
      await page.goto("/user/invite/receive");
      await member.fault({ call: "receiveInviteBonus", kind: "refuse", code });
      await confirm(page).click();
      await expect(main(page)).toContainText(text);
      await expect(main(page)).toContainText("The invite bonus was not received");
      expect(await member.balances()).toMatchObject({ wallet: 100_00 });
      await page.goto("/user/invite");
      await expect(main(page)).toContainText(text);
      const button = page.getByRole("button", { name: "Receive the bonus" });
      await expect(code === "INVITE_COLLECT" ? button : toReceive(page)).toBeVisible();
    },
  );
}

test("if the amount has changed since the page was opened, nothing is sent before the member has seen it", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await product.desk.friendPlays(username, 1_000_00);
  await page.goto("/user/invite/receive");
  await product.desk.friendPlays(username, 400_00);
  await confirm(page).click();
  await expect(page.getByRole("alert")).toContainText("have changed since you opened this page");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  expect(await member.balances()).toMatchObject({ wallet: 100_00 });
  await page.getByRole("button", { name: "Receive ฿70.00" }).click();
  await expect(heading(page, "Invite bonus received")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 170_00 });
});

test("a lost answer is found in the statement, and the bonus is received once", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await product.desk.friendPlays(username, 1_000_00);
  await page.goto("/user/invite/receive");
  await member.fault({ call: "receiveInviteBonus", kind: "drop-after-commit" });
  await confirm(page).click();
  await expect(heading(page, "Invite bonus received")).toBeVisible({ timeout: 40_000 });
  expect(await member.balances()).toMatchObject({ wallet: 150_00 });
});

test("banners stand above the page, and links move them", async ({ page, member, product, axe }) => {
  await member.signIn();
  await product.desk.switches({ inviteBanners: true });
  await page.goto("/user/invite");
  const banners = page.getByRole("region", { name: "Announcements" });
  await expect(banners.getByRole("listitem")).toHaveCount(2);
  await expect(banners.locator("img")).toHaveCount(2);
  await axe();
  const second = banners.getByRole("heading", { name: "รับได้วันละครั้ง" });
  await expect(second).not.toBeInViewport({ ratio: 0.9 });
  await banners.getByRole("link", { name: "Announcement 2 of 2" }).click();
  await expect(second).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/#reward$/);
});

test("what cannot be read says so in its place, and the rest of the page works", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await product.desk.friendPlays(username, 1_000_00);
  await member.fault({ call: "listInvites", kind: "error", times: 0 });
  await page.goto("/user/invite");
  await expect(heading(page, "The list of friends could not be loaded")).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(toReceive(page)).toBeVisible();
  await axe();
});
