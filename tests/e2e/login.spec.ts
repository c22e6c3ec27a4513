import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

const logIn = async (page: Page, username: string, password: string) => {
  await page.getByLabel("Phone number").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
};

/** Collects the statuses of the answers to POST requests. */
const answers = (page: Page) => {
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST") statuses.push(response.status());
  });
  return statuses;
};

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => /^(__Host-)?s$/.test(name));

test("a member logs in with phone number and password @main", async ({ page, member, axe }) => {
  const { username, password } = await member.create();
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await axe();
  await logIn(page, username, password);
  await expect(page).toHaveURL("/user/home");
});

test("the Enter key logs in", async ({ page, member }) => {
  const { username, password } = await member.create();
  await page.goto("/login");
  await page.getByLabel("Phone number").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page).toHaveURL("/user/home");
});

test("a phone number is accepted in the formats that people use", async ({ page, member }) => {
  const { username, password } = await member.create();
  await page.goto("/login");
  await logIn(page, `+66 ${username.slice(1, 3)}-${username.slice(3, 6)} ${username.slice(6)}`, password);
  await expect(page).toHaveURL("/user/home");
});

test("a Lao phone number is accepted in all its spellings @la", async ({ page, member }) => {
  const { username, password } = await member.create();
  for (const typed of [username, `0${username}`, `+856 ${username}`]) {
    await page.goto("/login");
    await logIn(page, typed, password);
    await expect(page).toHaveURL("/user/home");
  }
});

test("a wrong password is refused, and the rest of the form stays as it was", async ({ page, member, axe }) => {
  const { username } = await member.create();
  const statuses = answers(page);
  await page.goto("/login");
  await page.getByLabel("Remember me on this device").check();
  await logIn(page, username, "not the password");
  await expect(page.getByRole("alert")).toContainText("We could not log you in");
  await expect(page.getByRole("alert")).toContainText("The phone number or password is not right");
  await expect(page.getByLabel("Phone number")).toHaveValue(username);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
  await expect(page.getByLabel("Remember me on this device")).toBeChecked();
  expect(statuses).toEqual([422]);
  await axe();
});

test("the answer does not reveal which numbers have an account", async ({ page, member }) => {
  const { username } = await member.create();
  await page.goto("/login");
  await logIn(page, username, "not the password");
  const known = await page.getByRole("alert").textContent();
  await logIn(page, "0899999999", "not the password");
  await expect(page.getByLabel("Phone number")).toHaveValue("0899999999");
  expect(await page.getByRole("alert").textContent()).toBe(known);
});

test("a forgotten password leads to support", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("Forgotten your password?")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Contact support" }).click();
  await expect(page).toHaveURL("/contact");
});

test("a suspended member is refused, and the page says why", async ({ page, member, product }) => {
  const { username, password } = await member.create();
  await product.desk.setMember({ phone: username, status: "suspended" });
  await page.goto("/login");
  await logIn(page, username, password);
  await expect(page.getByRole("alert")).toContainText("suspended");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Log in · /);
  await page.getByRole("alert").getByRole("link", { name: "Contact support" }).click();
  await expect(page).toHaveURL("/contact");
});

test("spaces are not a phone number", async ({ page }) => {
  await page.goto("/login");
  await logIn(page, "   ", "a password");
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription("Enter your phone number");
});

test("login leads back to the requested page", async ({ page, member }) => {
  const { username, password } = await member.create();
  await page.goto("/user/transfer?amount=5");
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  await expect(page.getByRole("main")).toContainText("Log in to continue");
  await logIn(page, username, "not the password");
  await expect(page.getByRole("alert")).toBeVisible();
  await logIn(page, username, password);
  await expect(page).toHaveURL("/user/transfer?amount=5");
});

const ELSEWHERE = [
  "https://example.com/user/home",
  "//example.com/user/home",
  "/\\example.com",
  "/user/../logout",
  "/login",
  "javascript:alert(1)",
];
for (const [at, elsewhere] of ELSEWHERE.entries()) {
  test(`login never redirects to ${elsewhere}`, variant(at), async ({ page, member }) => {
    const { username, password } = await member.create();
    await page.goto(`/login?nextUrl=${encodeURIComponent(elsewhere)}`);
    await logIn(page, username, password);
    await expect(page).toHaveURL("/user/home");
  });
}

test("a login ends with the browser, unless the member asks to be remembered", async ({ page, member }) => {
  const { username, password } = await member.create();
  await page.goto("/login");
  await expect(page.getByLabel("Remember me on this device")).not.toBeChecked();
  await logIn(page, username, password);
  await expect(page).toHaveURL("/user/home");
  expect((await sessionCookie(page))!.expires).toBe(-1);

  await page.goto("/login");
  await page.getByLabel("Remember me on this device").check();
  await logIn(page, username, password);
  await expect(page).toHaveURL("/user/home");
  expect((await sessionCookie(page))!.expires).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
});

test("after logout, Back shows no member data", async ({ page, member }) => {
  const { username } = await member.signIn();
  await page.goto("/user/transfer");
  await page.goto("/user/home");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Phone number")).not.toHaveValue(username);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(0);
  await page.goto("/user/home");
  await expect(page).toHaveURL(/\/login/);
});

test("opening the login page logs the member out", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(0);
  await page.goto("/user/home");
  await expect(page).toHaveURL(/\/login/);
});

test("if the operator does not answer, the password does not count as wrong", async ({ page, member, product }) => {
  const { username, password } = await member.create();
  const statuses = answers(page);
  await page.goto("/login");
  await product.desk.fault({ call: "login", kind: "reset", phone: username });
  await logIn(page, username, password);
  await expect(page.getByRole("alert")).toContainText("did not answer");
  expect(statuses).toEqual([503]);
  await logIn(page, username, password);
  await expect(page).toHaveURL("/user/home");
});

test("if the profile cannot be read, the member is not signed in", async ({ page, member, product }) => {
  const { username, password } = await member.create();
  await page.goto("/login");
  await product.desk.fault({ call: "getProfile", kind: "error", times: 2 });
  await logIn(page, username, password);
  await expect(page.getByRole("alert")).toContainText("did not answer");
  expect(await sessionCookie(page)).toBeUndefined();
});

test("the login page is shown if the operator cannot say whether the service is open", async ({ page, product }) => {
  await product.desk.fault({ call: "lookupActive", kind: "error", times: 2 });
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
});

test("if the service is closed, the login page redirects to the closing page", async ({ page, product }) => {
  await product.desk.switches({ terminated: true });
  await page.goto("/login");
  await expect(page).toHaveURL("/terminated");
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
});

test("a member whose account was removed is redirected to the closing page", async ({ page, member, product }) => {
  const { username, password } = await member.create();
  await product.desk.setMember({ phone: username, status: "gone" });
  await page.goto("/login");
  await logIn(page, username, password);
  await expect(page).toHaveURL("/terminated");
});
