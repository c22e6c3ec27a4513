import { expect, test } from "../support/fixtures";

test("an address that is none of ours is not found, for guests and members", async ({ page, member, axe }) => {
  const answer = await page.goto("/nowhere");
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "We can’t find that page" })).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL(/\/login/);

  await member.signIn();
  expect((await page.goto("/user/nowhere"))!.status()).toBe(404);
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL("/user/home");
});

test("the start page leads members home and guests to the login", async ({ page, member }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await member.signIn();
  await page.goto("/");
  await expect(page).toHaveURL("/user/home");
  await page.goto("/user");
  await expect(page).toHaveURL("/user/home");
});

test("logging out and choosing a language take a form, not a link", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/logout");
  await expect(page).toHaveURL("/user/home");
  await page.goto("/language");
  await expect(page).toHaveURL("/user/home");
});

test("the little files of a site are there", async ({ page, product }) => {
  const icon = await page.request.get(`${product.url}/favicon.svg`);
  expect(icon.headers()["content-type"]).toContain("image/svg+xml");
  expect(await (await page.request.get(`${product.url}/robots.txt`)).text()).toContain("Disallow: /user");
});
