import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Member agreement" });
const accept = (page: Page) => page.getByRole("button", { name: "Accept and go on" });

/** Home as on a second page: the first one has brought the stylesheet. */
async function home(page: Page) {
  await page.goto("/user/contact");
  await page.goto("/user/home");
}

test("home asks for the agreement, which is accepted for this version @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await product.desk.switches({ agreements: true });
  await home(page);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("listitem").or(dialog(page).locator("p")).first()).toBeVisible();
  await axe();
  await accept(page).click();
  await expect(page).toHaveURL("/user/home");
  await expect(page.getByRole("status")).toContainText("accepted on this device");
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto("/user/agreement");
  await expect(page.getByRole("main")).toContainText("You have accepted this agreement.");
  await expect(accept(page)).toHaveCount(0);
});

test("a keyboard reaches it before anything of home, and later is an answer", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ agreements: true });
  await home(page);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Limits, break, help" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/user/home");
  await expect(dialog(page)).toHaveCount(0);
  await page.goto("/user/agreement");
  await expect(accept(page)).toBeVisible();
});

test("the agreement is a page of its own, and says when there is none", async ({ page, member, product, axe }) => {
  await member.signIn();
  await page.goto("/user/agreement");
  await expect(page.getByRole("main")).toContainText("There is no agreement to accept at the moment.");
  await product.desk.switches({ agreements: true });
  await page.reload();
  await expect(page.getByRole("main")).toContainText("สมาชิกต้องมีอายุ 20 ปีขึ้นไป");
  await axe();
  await accept(page).click();
  await expect(page).toHaveURL("/user/home");
  await member.fault({ call: "lookupAgreements", kind: "error", times: 0 });
  await page.goto("/user/agreement");
  await expect(page.getByRole("heading", { name: "The agreement could not be loaded" })).toBeVisible();
});
