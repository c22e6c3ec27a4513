import { expect, test } from "../support/fixtures";
import { atProfile, enterCode, enterPhone, newPhone } from "./register-steps";

test("if codes are switched off, the second step is skipped @main", async ({ page, product }) => {
  await product.desk.switches({ registerOtp: false });
  await page.goto("/register");
  await expect(page.getByRole("main")).not.toContainText("SMS");
  await enterPhone(page, newPhone(product));
  await expect(page).toHaveURL("/register/profile");
});

test("a number that was verified before needs no second code", async ({ page, product, browser, contextOptions }) => {
  const phone = await atProfile(page, product);
  const other = await browser.newContext({ ...contextOptions, baseURL: product.url, locale: "en" });
  const second = await other.newPage();
  await second.goto("/register");
  await second.locator("input[name=username]").fill(phone);
  await second.locator(".sheet-foot button[type=submit]").click();
  await expect(second).toHaveURL("/register/profile");
  await other.close();
});

test("a browser that reads the SMS fills in its code, and without scripts its keyboard offers it", async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  const phone = newPhone(product);
  await page.exposeFunction("smsCode", () => product.desk.otp(phone));
  // No phone receives an SMS here: the browser's answer is in its place.
  await page.addInitScript(() => {
    const { smsCode } = window as unknown as { smsCode(): Promise<string> };
    const get = async () => ({ code: await smsCode() }) as unknown as Credential;
    Object.assign(window, { OTPCredential: class {} });
    Object.defineProperty(navigator, "credentials", { value: { get } });
  });
  await enterPhone(page, phone);
  const code = page.getByLabel("OTP code");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveValue(javaScriptEnabled ? await product.desk.otp(phone) : "");
});

test("if a code could not be sent, the page says so", async ({ page, product }) => {
  await product.desk.switches({ smsDown: true });
  await enterPhone(page, newPhone(product));
  await expect(page.getByRole("alert")).toContainText("could not be sent");
});

test("if it is unknown whether a code was sent, the page says so", async ({ page, product }) => {
  await product.desk.fault({ call: "sendOtp", kind: "drop-after-commit" });
  await enterPhone(page, newPhone(product));
  await expect(page.getByRole("alert")).toContainText("We do not know whether the code was sent");
});

test("a wrong code is refused, and the right one is still valid", async ({ page, product, axe }) => {
  const phone = newPhone(product);
  await enterPhone(page, phone);
  const code = await product.desk.otp(phone);
  await enterCode(page, code === "111111" ? "222222" : "111111");
  await expect(page.getByLabel("OTP code")).toHaveAccessibleDescription(/not right/);
  await expect(page.getByLabel("OTP code")).toHaveValue("");
  await axe();
  await page.getByLabel("OTP code").fill(code);
  await page.getByLabel("OTP code").press("Enter");
  await expect(page).toHaveURL("/register/profile");
});

test("if a code has expired, the page says so", async ({ page, product }) => {
  const phone = newPhone(product);
  await enterPhone(page, phone);
  const code = await product.desk.otp(phone);
  await product.desk.fault({ call: "verifyOtp", kind: "refuse", code: "OTP_EXPIRED" });
  await enterCode(page, code);
  await expect(page.getByLabel("OTP code")).toHaveAccessibleDescription(/expired/);
});

test("after five wrong codes the number is blocked, and the page says until when", async ({ page, product, axe }) => {
  const phone = newPhone(product);
  await enterPhone(page, phone);
  const wrong = (await product.desk.otp(phone)) === "111111" ? "222222" : "111111";
  for (let tries = 1; tries < 5; tries += 1) {
    await enterCode(page, wrong);
    await expect(page.getByLabel("OTP code")).toHaveAccessibleDescription(/not right/);
  }
  await enterCode(page, wrong);
  const wait = page.getByRole("heading", { name: "This number has to wait" });
  await expect(wait).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(/Try again from (\d\d\/\d\d )?\d\d:\d\d/);
  await expect(page.getByRole("alert")).toContainText("15 min left");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Register · /);
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/contact");
  await axe();
  await page.reload();
  await expect(wait).toBeVisible();
  await page.getByRole("link", { name: "Use another number" }).click();
  await expect(page).toHaveURL("/register");
  await enterPhone(page, phone);
  await expect(wait).toBeVisible();
  await enterPhone(page, newPhone(product));
  await expect(page.getByLabel("OTP code")).toBeVisible();
});

test("a number that is blocked already gets the same page when it is entered", async ({ page, product }) => {
  await product.desk.fault({ call: "sendOtp", kind: "refuse", code: "OTP_BLOCK" });
  await enterPhone(page, newPhone(product));
  await expect(page.getByRole("heading", { name: "This number has to wait" })).toBeVisible();
});

test("another code can be requested after a minute, and the page says from when", async ({ page, product }) => {
  const phone = newPhone(product);
  await enterPhone(page, phone);
  const code = await product.desk.otp(phone);
  await expect(page.getByRole("main")).toContainText(/You can have a new one sent from \d\d:\d\d:\d\d/);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("status")).toContainText(/You can ask for a new code from \d\d:\d\d:\d\d/);
  expect(await product.desk.otp(phone)).toBe(code);
});

test("a wrong number can be changed", async ({ page, product }) => {
  const [first, second] = [newPhone(product), newPhone(product)];
  await enterPhone(page, first);
  await page.getByRole("link", { name: "Change number" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue(first);
  await page.getByLabel("Phone number").fill(second);
  await page.getByRole("button", { name: "Send OTP code" }).click();
  await enterCode(page, await product.desk.otp(second));
  await expect(page).toHaveURL("/register/profile");
});
