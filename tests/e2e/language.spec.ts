import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { bankOf, enterCode, enterPhone, enterProfile, newPhone } from "./register-steps";

const choose = async (page: Page, language: string) => {
  await page
    .locator("summary")
    .filter({ hasText: /English|ไทย|ລາວ/ })
    .click();
  await page.getByRole("button", { name: language }).click();
};

test.describe("without a chosen language", () => {
  test.use({ language: null });

  test("pages are in the market's language @main", async ({ page, product }) => {
    await page.goto("/login");
    const lao = product.market === "la";
    await expect(page.locator("html")).toHaveAttribute("lang", lao ? "lo" : "th");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(lao ? "ເຂົ້າສູ່ລະບົບ" : "เข้าสู่ระบบ");
  });
});

test("changing the language keeps the page, its URL and what was typed, except the password", async ({ page }) => {
  await page.goto("/login?nextUrl=%2Fuser%2Ftransfer");
  await page.getByLabel("Phone number").fill("081 234 5678");
  await page.getByRole("textbox", { name: "Password" }).fill("a secret");
  await page.getByLabel("Remember me on this device").check();
  await choose(page, "ไทย");
  await expect(page.locator("html")).toHaveAttribute("lang", "th");
  await expect(page).toHaveURL("/login?nextUrl=%2Fuser%2Ftransfer");
  await expect(page.getByLabel("เบอร์โทรศัพท์")).toHaveValue("081 234 5678");
  await expect(page.locator("input[name=password]")).toHaveValue("");
  await expect(page.locator("input[name=remember]")).toBeChecked();
  await choose(page, "ລາວ");
  await expect(page.locator("html")).toHaveAttribute("lang", "lo");
  await expect(page.locator("input[name=username]")).toHaveValue("081 234 5678");
});

test("changing the language keeps the registration", async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("Phone number").fill("0801");
  await choose(page, "ລາວ");
  await expect(page.locator("html")).toHaveAttribute("lang", "lo");
  await expect(page).toHaveURL("/register");
  await expect(page.locator("input[name=username]")).toHaveValue("0801");
});

test("changing the language keeps what was typed at every later step, except codes and passwords @main", async ({
  page,
  product,
}) => {
  const field = (name: string) => page.locator(`input[name=${name}], select[name=${name}]`);
  const changed = async (to: string, back: string) => {
    const here = page.url();
    await choose(page, to);
    await expect(page.locator("html")).not.toHaveAttribute("lang", "en");
    await expect(page).toHaveURL(here);
    return () => choose(page, back);
  };
  const phone = newPhone(product);
  await enterPhone(page, phone);
  await field("otpCode").fill("123456");
  let back = await changed("ไทย", "English");
  await expect(field("otpCode")).toHaveValue("");
  await back();

  await enterCode(page, await product.desk.otp(phone));
  await field("name").fill("Somchai");
  await field("password").fill("a secret");
  back = await changed("ລາວ", "English");
  await expect(field("name")).toHaveValue("Somchai");
  await expect(field("password")).toHaveValue("");
  await back();

  await enterProfile(page);
  await expect(page).toHaveURL("/register/bank");
  await field("bankCode").selectOption(bankOf(product));
  await field("firstName").fill("Somchai");
  await field("bankAccountNo").fill("1234567890");
  await changed("ไทย", "English");
  await expect(field("bankCode")).toHaveValue(bankOf(product));
  await expect(field("firstName")).toHaveValue(/somchai/i);
  await expect(field("bankAccountNo")).toHaveValue("1234567890");
});

test("the chosen language stays after login and logout", async ({ page, member }) => {
  const { username, password } = await member.create();
  await page.goto("/login");
  await choose(page, "ລາວ");
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("main").getByRole("button", { name: "ເຂົ້າສູ່ລະບົບ" }).click();
  await expect(page).toHaveURL("/user/home");
  await expect(page.locator("html")).toHaveAttribute("lang", "lo");
  await page.getByRole("button", { name: "ອອກຈາກລະບົບ" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "lo");
});

test("changing the language keeps the page in the member area", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/home");
  await choose(page, "ไทย");
  await expect(page).toHaveURL("/user/home");
  await expect(page.locator("html")).toHaveAttribute("lang", "th");
});

test("a sheet changes the language too, and keeps what was typed", async ({ page, member }) => {
  await member.signIn({ wallet: 500_00 });
  await page.goto("/user/withdraw");
  await page.getByLabel("Amount to withdraw").fill("150");
  await choose(page, "ไทย");
  await expect(page).toHaveURL("/user/withdraw");
  await expect(page.locator("html")).toHaveAttribute("lang", "th");
  await expect(page.getByRole("heading", { level: 1, name: "ถอนเงิน" })).toBeVisible();
  await expect(page.getByLabel("จำนวนเงินที่ถอน")).toHaveValue("150");
});
