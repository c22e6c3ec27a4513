import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { Visitor } from "../support/visitor";

const NEW = "Neu & 新 1";
const old = (page: Page) => page.getByLabel("Current password", { exact: true });
const next = (page: Page) => page.getByLabel("New password", { exact: true });
const again = (page: Page) => page.getByLabel("New password again", { exact: true });

async function change(page: Page, current: string, wanted: string, repeated = wanted) {
  await page.goto("/user/profile/password");
  await old(page).fill(current);
  await next(page).fill(wanted);
  await again(page).fill(repeated);
  await page.getByRole("button", { name: "Save new password" }).click();
}

/** Whether these words open the account. */
async function opens(url: string, username: string, password: string) {
  const visitor = new Visitor(url);
  return (await visitor.submit(await visitor.get("/login"), { username, password })).path.startsWith("/user/");
}

test("a new password is saved, and every other session of this site ends @main", async ({
  page,
  member,
  product,
  context,
  axe,
}) => {
  const { username, password } = await member.signIn();
  const elsewhere = new Visitor(product.url);
  await elsewhere.submit(await elsewhere.get("/login"), { username, password });
  // A copy of this session's cookie is another session, too.
  const copy = new Visitor(product.url);
  for (const { name, value } of await context.cookies()) copy.cookies.set(name, value);
  expect((await copy.get("/user/home")).status).toBe(200);

  await page.goto("/user/profile");
  await page.getByRole("link", { name: "Change password" }).click();
  await expect(old(page)).toHaveAttribute("autocomplete", "current-password");
  await expect(next(page)).toHaveAttribute("autocomplete", "new-password");
  await axe();
  await change(page, password, NEW);
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByText("all other devices are logged out")).toBeVisible();

  for (const other of [elsewhere, copy]) expect((await other.get("/user/home")).path).toMatch(/^\/login/);
  await page.goto("/user/home");
  await expect(page).toHaveURL("/user/home");
  expect(await opens(product.url, username, password)).toBe(false);
  expect(await opens(product.url, username, NEW)).toBe(true);
});

test("a second tap with the session that the first one ended says what to do, and changes nothing", async ({
  page,
  member,
  context,
  product,
}) => {
  const { username, password } = await member.signIn();
  const second = new Visitor(product.url);
  for (const { name, value } of await context.cookies()) second.cookies.set(name, value);
  const form = await second.get("/user/profile/password");
  await change(page, password, NEW);
  const answer = await second.submit(form, { oldPassword: password, newPassword: NEW, confirmPassword: NEW });
  expect(answer.path).toBe("/login?nextUrl=%2Fuser%2Fprofile%2Fpassword");
  expect(answer.text).toContain("If you have just changed your password, it may be saved already.");
  expect(answer.text).not.toContain(NEW);
  expect((await product.desk.calls("changePassword")).received).toBe(1);
  expect(await opens(product.url, username, NEW)).toBe(true);
});

test("an empty field does nothing and says nothing", async ({ page, member, product }) => {
  const { password } = await member.signIn();
  await change(page, password, NEW, "");
  await expect(page).toHaveURL("/user/profile/password");
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect((await product.desk.calls("changePassword")).received).toBe(0);
});

test("what was typed stays while a field is empty, which the browser names", async ({ page, member, product }) => {
  await member.signIn();
  await change(page, "", NEW, "other");
  await expect(next(page)).toHaveValue(NEW);
  await expect(again(page)).toHaveValue("other");
  await expect(old(page)).toBeFocused();
  for (const field of [old(page), next(page), again(page)]) await expect(field).toHaveAttribute("required");
  expect((await product.desk.calls("changePassword")).received).toBe(0);
});

test("passwords that differ are said at the field, and none comes back", async ({ page, member, product }) => {
  const { password } = await member.signIn();
  await change(page, password, NEW, "other");
  await expect(again(page)).toHaveAccessibleDescription(/The passwords do not match/);
  await expect(page).toHaveTitle(/^Error: /);
  for (const field of [old(page), next(page), again(page)]) await expect(field).toHaveValue("");
  expect(await page.content()).not.toContain(password);
  expect((await product.desk.calls("changePassword")).received).toBe(0);
});

test("a long password is for the operator to refuse, and opens the account", async ({ page, member, product }) => {
  const { username, password } = await member.signIn();
  const long = "N3w".repeat(100);
  await change(page, password, long);
  await expect(page.getByText("The new password is saved")).toBeVisible();
  expect(await opens(product.url, username, long)).toBe(true);
});

test("a short password is for the operator to refuse, and a wrong old one is said at its field", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await change(page, "wrong", "1");
  await expect(old(page)).toHaveAccessibleDescription(/The old password is not right/);
  await expect(old(page)).toBeFocused();
  const { password } = await member.create();
  await change(page, password, "1");
  await expect(page.getByText("The new password is saved")).toBeVisible();
  expect(await opens(product.url, username, "1")).toBe(true);
});

for (const [code, text] of [
  ["REQUEST_LIMIT_1MIN", "wait about 1 minute"],
  ["NO_USER", "cannot find this account"],
] as const)
  test(`the operator's ${code} stands above the form`, { tag: "@variant" }, async ({ page, member }) => {
    const { password } = await member.signIn();
    await member.fault({ call: "changePassword", kind: "refuse", code });
    await change(page, password, NEW);
    await expect(page.getByRole("alert")).toContainText(text);
  });

test("a lost answer is neither success nor failure: signing in tells", async ({ page, member, axe }) => {
  const { username, password } = await member.signIn();
  await member.fault({ call: "changePassword", kind: "drop-after-commit" });
  await change(page, password, NEW);
  await expect(page.getByRole("alert")).toContainText("We do not know whether the password was changed");
  await expect(page.getByText("The new password is saved")).toHaveCount(0);
  await axe();
  await page.getByRole("button", { name: "Log out and try the new password" }).click();
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Phone number").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(NEW);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/user/home");
});

test("no password is in the log or in an address", { tag: "@variant" }, async ({ page, member, product }) => {
  const { password } = await member.signIn({ password: "canary-old-9431" });
  await change(page, password, "canary-new-9431");
  await expect(page.getByText("The new password is saved")).toBeVisible();
  expect(page.url()).not.toContain("canary");
  expect(await product.output()).not.toMatch(/canary-(old|new)-9431/);
});
