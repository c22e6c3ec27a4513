import { expectCopyButton } from "../support/copying";
import { expect, test } from "../support/fixtures";

test("an unknown URL shows the 404 page, to guests and members", async ({ page, member, axe }) => {
  const answer = await page.goto("/nowhere");
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "We can’t find that page" })).toBeVisible();
  await expect(page.locator(".reference code")).toHaveText(/^[\dA-Z]{3}-[\dA-Z]{3}-[\dA-Z]{4}$/);
  await axe();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/contact");
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL(/\/login/);

  await member.signIn();
  expect((await page.goto("/user/nowhere"))!.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/user/contact");
  await page.getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL("/user/home");
});

test("the start page redirects members to home and guests to login", async ({ page, member }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Log in to continue where you were.")).toHaveCount(0);
  await member.signIn();
  await page.goto("/");
  await expect(page).toHaveURL("/user/home");
  await page.goto("/user");
  await expect(page).toHaveURL("/user/home");
});

test("logout and language changes need a form, a link does nothing", async ({ page, member }) => {
  await member.signIn();
  await page.goto("/logout");
  await expect(page).toHaveURL("/user/home");
  await page.goto("/language");
  await expect(page).toHaveURL("/user/home");
});

test("the icons of the installed app exist, in the sizes that its manifest says", async ({ page, product }) => {
  const { icons } = (await (await page.request.get(`${product.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512"]);
  for (const { src, sizes, type } of icons) {
    const answer = await page.request.get(product.url + src);
    expect(answer.headers()["content-type"], src).toContain(type);
    const header = await answer.body();
    if (sizes !== "any") expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes);
  }
  expect((await page.request.get(`${product.url}/icon-180.png`)).status()).toBe(200);
});

test("favicon and robots.txt exist", async ({ page, product }) => {
  const icon = await page.request.get(`${product.url}/favicon.svg`);
  expect(icon.headers()["content-type"]).toContain("image/svg+xml");
  expect(await (await page.request.get(`${product.url}/robots.txt`)).text()).toContain("Disallow: /user");
});

test("an error page shows the reference that the log has, with a copy button", async ({
  page,
  member,
  product,
  javaScriptEnabled,
  axe,
}) => {
  const { username } = await member.signIn();
  await product.desk.fault({ call: "any", kind: "error", times: 0, phone: username });
  const answer = await page.goto("/user/transfer");
  const reference = answer!.headers()["x-request-id"]!;
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page.locator("code")).toHaveText(reference);
  await expectCopyButton(page, reference, javaScriptEnabled);
  await axe();
});

test("an error page from before the app also has such a reference", async ({ page, javaScriptEnabled, axe }) => {
  await page.goto("/login");
  const answer = await page.goto(`/login?nextUrl=${"x".repeat(2048)}`);
  expect(answer!.status()).toBe(414);
  const reference = answer!.headers()["x-request-id"]!;
  await expect(page.locator("code")).toHaveText(reference);
  await expectCopyButton(page, reference, javaScriptEnabled);
  await axe();
});
