/** Without a connection the browser shows a page of ours, in the language of the page before, and sends nothing. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

/** Opens home, and waits until the browser keeps the page for later: only a script can tell it to. */
async function openHome(page: Page, javaScriptEnabled: boolean | undefined) {
  await page.goto("/user/home");
  if (javaScriptEnabled) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Opens a page without a connection. Without scripts the browser says it in its own words. */
async function openOffline(page: Page, path: string, javaScriptEnabled: boolean | undefined) {
  const opened = page.goto(path);
  if (javaScriptEnabled) await opened.catch(() => undefined);
  else await expect(opened).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
}

test("a page that cannot be loaded says that nothing was sent, in the chosen language, and can be tried again", async ({
  page,
  member,
  product,
  context,
  javaScriptEnabled,
  axe,
}) => {
  await member.signIn();
  await openHome(page, javaScriptEnabled);
  await context.setOffline(true);
  await openOffline(page, "/user/statement", javaScriptEnabled);
  if (javaScriptEnabled) {
    await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(
      "Nothing was sent. Balances on the page you came from are the last ones loaded.",
    );
    await axe();
  }
  await context.setOffline(false);
  if (javaScriptEnabled) {
    await context.addCookies([{ name: "locale", value: "th", url: product.url }]);
    await page.goto("/user/home");
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((own) => own?.active?.scriptURL)))
      .toContain("?th");
    await context.setOffline(true);
    await openOffline(page, "/user/statement", javaScriptEnabled);
    await expect(page.getByRole("heading", { name: "ไม่มีการเชื่อมต่ออินเทอร์เน็ต" })).toBeVisible();
    await context.setOffline(false);
  }
  await (javaScriptEnabled ? page.getByRole("link", { name: "ลองอีกครั้ง" }).click() : page.goto("/user/statement"));
  await expect(
    page.getByRole("heading", { level: 1, name: javaScriptEnabled ? "รายการเดินบัญชี" : "Statement" }),
  ).toBeVisible();
});

test("a form that is sent without a connection is neither kept nor sent later", async ({
  page,
  member,
  context,
  javaScriptEnabled,
}) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await openHome(page, javaScriptEnabled);
  await page.goto("/user/transfer?to=PG&amount=100");
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await failed;
  await context.setOffline(false);
  await page.goto("/user/home");
  expect(await member.balances()).toMatchObject({ wallet: 500_00 });
  const types = (await member.statement()).map(({ type }) => type);
  expect(types).not.toContain("transfer");
});
