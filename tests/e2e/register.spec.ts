import { randomInt } from "node:crypto";
import { expect, test } from "../support/fixtures";
import {
  PASSWORD,
  atBank,
  atProfile,
  bankOf,
  enterBank,
  enterCode,
  enterPhone,
  enterProfile,
  newAccountNumber,
  newPhone,
} from "./register-steps";

test("a new member registers in four steps and logs in @main", async ({ page, product }) => {
  const phone = newPhone(product);
  await page.goto("/login");
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send OTP code" }).click();

  await expect(page.getByRole("heading", { name: "Enter the code from the SMS" })).toBeVisible();
  await expect(page.getByLabel("OTP code")).toHaveAttribute("autocomplete", "one-time-code");
  await enterCode(page, await product.desk.otp(phone));

  await expect(page.getByRole("heading", { name: "Your name and a password" })).toBeVisible();
  await enterProfile(page);

  await expect(page.getByRole("heading", { name: "Your bank account" })).toBeVisible();
  await enterBank(page, { bank: bankOf(product) });

  await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Phone number")).toHaveValue(phone);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/user/home");
  expect((await product.desk.balances(phone)).wallet).toBe(0);
});

test("every step is accessible", async ({ page, product, axe }) => {
  test.slow();
  await page.goto("/register");
  await axe();
  const phone = newPhone(product);
  await enterPhone(page, phone);
  await axe();
  await enterCode(page, await product.desk.otp(phone));
  await enterProfile(page, "Somchai", "something else");
  await expect(page.getByRole("alert")).toBeVisible();
  await axe();
  await enterProfile(page);
  await axe();
  await enterBank(page, { bank: bankOf(product), number: "none" });
  await expect(page.getByRole("alert")).toBeVisible();
  await axe();
});

test("a Thai number must have ten digits, and what was typed stays", async ({ page }) => {
  await enterPhone(page, "081 234 567");
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/The phone number must have 10 digits/);
  await expect(page.getByLabel("Phone number")).toHaveValue("081 234 567");
  await expect(page.getByRole("alert")).toContainText("10 digits");
});

test("a Lao number may have any length, but must be confirmed if it is not a mobile number @la", async ({
  page,
  product,
  axe,
}) => {
  const phone = `205${randomInt(100_000, 999_999)}`;
  await enterPhone(page, `0${phone}`);
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("alert")).toContainText(`Is ${phone} right?`);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Phone number")).toHaveValue(`0${phone}`);
  await axe();
  await page.getByRole("button", { name: "The number is right, go on" }).click();
  await expect(page).toHaveURL("/register/otp");
  expect(await product.desk.otp(phone)).toMatch(/^\d{6}$/);
});

test("confirming one number does not confirm another @la", async ({ page }) => {
  await enterPhone(page, "+1 900 555 0199");
  await expect(page.getByRole("alert")).toContainText("Is +19005550199 right?");
  await page.getByLabel("Phone number").fill("+1 900 555 0188");
  await page.getByRole("button", { name: "The number is right, go on" }).click();
  await expect(page.getByRole("alert")).toContainText("Is +19005550188 right?");
});

test("letters and markup are not a phone number @la", async ({ page }) => {
  for (const typed of ["somchai", "<b>x</b>"]) {
    await enterPhone(page, typed);
    await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/digits only/);
  }
});

test("a Lao number is one member in all its spellings @la", async ({ page, member }) => {
  const { username } = await member.create();
  for (const typed of [username, `0${username}`, `+856 ${username}`]) {
    await enterPhone(page, typed);
    await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/already registered/);
  }
});

test("a weak password must be confirmed once, and can be kept", async ({ page, product, axe }) => {
  const phone = await atProfile(page, product);
  for (const [password, text] of [
    ["1", "short and easy to guess"],
    [phone, "your phone number"],
  ] as const) {
    await page.goto("/register/profile");
    await enterProfile(page, "Somchai", password, password);
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(page.getByRole("alert")).toBeFocused();
  }
  await expect(page.getByLabel("What we may call you")).toHaveValue("Somchai");
  await axe();
  await enterProfile(page, "Somchai", "other", "1");
  await expect(page.getByRole("alert")).toContainText("do not match");
  await enterProfile(page, "Somchai", "1", "1");
  await expect(page).toHaveURL("/register/bank");
});

test("if a number has an account, the page says so", async ({ page, member }) => {
  const { username } = await member.create();
  await enterPhone(page, username);
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/already registered/);
});

test("steps cannot be skipped", async ({ page, product }) => {
  for (const ahead of ["/register/otp", "/register/profile", "/register/bank"]) {
    await page.goto(ahead);
    await expect(page).toHaveURL("/register");
  }
  await page.goto("/register/done");
  await expect(page).toHaveURL("/login");
  await enterPhone(page, newPhone(product));
  await page.goto("/register/bank");
  await expect(page).toHaveURL("/register/otp");
});

test("different passwords are told even if the name is missing, too", async ({ page, product }) => {
  await atProfile(page, product);
  await enterProfile(page, "", "something else");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("What we may call you")).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Confirm password" })).toHaveAccessibleDescription(
    "The passwords do not match",
  );
});

test("the last form sent twice ends on the same success", async ({ page, context, product }) => {
  const phone = await atBank(page, product);
  const other = await context.newPage();
  await other.goto("/register/bank");
  const number = newAccountNumber();
  const cookies = await context.cookies();
  await enterBank(page, { bank: bankOf(product), number });
  await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
  // As if the answer to the first form had not arrived.
  await page.close();
  await context.clearCookies();
  await context.addCookies(cookies);
  await enterBank(other, { bank: bankOf(product), number });
  await expect(other.getByRole("heading", { name: "You are registered" })).toBeVisible();
  await expect(other).toHaveURL("/login");
  await expect(other.getByLabel("Phone number")).toHaveValue(phone);
  await other.goto("/register/bank");
  await expect(other).toHaveURL(/\/register\/done|\/login/);
});

test("if the registration fails, the page leads to support", async ({ page, product }) => {
  await product.desk.switches({ registerDown: true });
  await atBank(page, product);
  await enterBank(page, { bank: bankOf(product) });
  await expect(page.getByRole("alert")).toContainText("Registration did not succeed.");
  await expect(page.getByRole("alert").getByRole("link", { name: "Contact support" })).toHaveAttribute(
    "href",
    "/contact",
  );
  await expect(page.getByRole("alert")).toBeFocused();
});

test("different passwords are reported, and everything else stays typed", async ({ page, product }) => {
  await atProfile(page, product);
  await page.getByLabel("How did you hear of us?").selectOption("LINE");
  await enterProfile(page, "Somchai", "something else");
  await expect(page.getByRole("textbox", { name: "Confirm password" })).toHaveAccessibleDescription(
    "The passwords do not match",
  );
  await expect(page.getByLabel("What we may call you")).toHaveValue("Somchai");
  await expect(page.getByLabel("How did you hear of us?")).toHaveValue("LINE");
  await expect(page.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("");
});

test("an invite code from a link is kept and cannot be changed", async ({ page, product }) => {
  const phone = newPhone(product);
  await page.goto("/register?code=PR648213");
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("main")).toContainText(/PR648213\. It holds in this browser until \d\d\/\d\d\/\d{4}/);
  await enterPhone(page, phone);
  await enterCode(page, await product.desk.otp(phone));
  await expect(page.getByLabel("Invite code")).toHaveValue("PR648213");
  await expect(page.getByLabel("Invite code")).not.toBeEditable();
  await expect(page.getByLabel("Invite code")).toHaveAccessibleDescription(/It holds until/);
});

test("the first inviter stays until the registration has ended", async ({ page, product }) => {
  await page.goto("/register?code=PR648213");
  await page.goto("/register?code=PR111111");
  await expect(page.getByRole("main")).toContainText("PR648213");
  await expect(page.getByRole("main")).not.toContainText("PR111111");
  await atBank(page, product);
  await enterBank(page, { bank: bankOf(product) });
  await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
  await page.goto("/register?code=PR111111");
  await expect(page.getByRole("main")).toContainText("PR111111");
});

test("some banks require the name in English letters", async ({ page, product }) => {
  await atBank(page, product);
  await expect(page.getByRole("combobox", { name: "Bank" })).toHaveAccessibleDescription(/Kasikornbank and Krungthai/);
  const number = newAccountNumber();
  await enterBank(page, { bank: "KTB", first: "สมชาย", number });
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription(/English letters only/);
  await expect(page.getByLabel("First name")).toHaveValue("สมชาย");
  await expect(page.getByLabel("Account number")).toHaveValue(number);
  await enterBank(page, { bank: "KBANK", first: "สมชาย" });
  await expect(page.getByRole("heading", { name: "You are registered" })).toBeVisible();
});

test("a bank account that is in use is reported at its number", async ({ page, product }) => {
  const number = newAccountNumber();
  await product.desk.createMember({ bank: { code: bankOf(product), name: "SOMCHAI JAIDEE", number } });
  await atBank(page, product);
  await enterBank(page, { bank: bankOf(product), number });
  await expect(page.getByLabel("Account number")).toHaveAccessibleDescription(/already in use/);
});

test("if the operator refuses the number, the member returns to it, and the bank account stays typed", async ({
  page,
  product,
}) => {
  const phone = await atBank(page, product);
  await product.desk.createMember({ phone });
  await enterBank(page, { bank: bankOf(product), first: "Somchai" });
  await expect(page).toHaveURL("/register");
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(/already registered/);
  await page.goto("/register/bank");
  await expect(page.getByLabel("First name")).toHaveValue("Somchai");
});

test("if it is unknown whether the account was created, the page says what to do", async ({ page, product }) => {
  const phone = await atBank(page, product);
  await product.desk.fault({ call: "register", kind: "drop-after-commit" });
  await enterBank(page, { bank: bankOf(product) });
  await expect(page.getByRole("alert")).toContainText("We do not know whether your account was created");
  await page.getByRole("link", { name: "Try to log in" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue(phone);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/user/home");
});

test("a Lao account is in kip unless the member chooses baht, which is permanent @la", async ({ page, product }) => {
  await atBank(page, product);
  await expect(page.getByRole("radio", { name: "Kip (LAK)" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Currency" })).toHaveAccessibleDescription(/cannot be changed later/);
  await page.getByRole("radio", { name: "Baht (BAHT)" }).check({ force: true });
  await enterBank(page, { bank: "BCEL" });
  await expect(page).toHaveURL("/login");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("main")).toContainText("฿");
  await expect(page.getByRole("main")).not.toContainText("₭");
});
