import { expect, test } from "../support/fixtures";

test.afterEach(({ product }) => product.desk.clearFaults());

test("guests can see how to contact support and which version the app has @main", async ({ page, axe }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL("/contact");
  await expect(page.getByRole("heading", { level: 1, name: "Contact us" })).toBeVisible();
  await expect(page.getByText(/24/)).toBeVisible();
  await expect(page.getByText("Version 1.1.14")).toBeVisible();
  await axe();
});

test("the LINE account can be opened on this phone or scanned with another", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("heading", { name: /^LINE: @/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in LINE" })).toHaveAttribute("href", /^https:\/\//);
  const code = page.getByRole("img", { name: /QR code/ });
  await expect(code).toHaveAttribute("src", /^data:image\/svg\+xml;base64,/);
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("members see the same page in the member area", async ({ page, member, axe }) => {
  await member.signIn();
  await page.goto("/user/home");
  await page.getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL("/user/contact");
  await expect(page.getByRole("link", { name: "Open in LINE" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact", exact: true })).toHaveAttribute("aria-current", "page");
  await axe();
});

for (const path of ["/contact", "/user/contact"])
  test(`${path} says who offers the service, for which age, and whom to call when playing causes trouble`, async ({
    page,
    member,
    product,
  }) => {
    if (path.startsWith("/user")) await member.signIn();
    await page.goto(path);
    const help = page.getByRole("region", { name: "Help with gambling" });
    await expect(help).toContainText(`people aged ${product.market === "th" ? 20 : 18} and over`);
    await expect(help.getByRole("link", { name: /Sandbox helpline/ })).toHaveAttribute("href", "tel:1323");
    await expect(help).toContainText("Sandbox licence 000-000");
    // It is there when the operator does not answer, too.
    await product.desk.fault({ call: "lookupContact", kind: "error", times: 0 });
    await page.reload();
    await expect(help).toBeVisible();
  });

test("lite mode leaves out scripts and pictures, says what that saves, and lasts until it is turned off @main", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn({ games: { PG: 0 } });
  const script = page.locator("script[src]");
  const picture = page.getByRole("link", { name: "PG Soft" }).getByRole("img");
  await page.goto("/user/contact");
  const lite = page.getByRole("form", { name: "Lite mode" });
  await expect(lite).toContainText(/without scripts \([1-9]\.\d kB\) and without pictures of games/);
  await axe();
  await expect(script).not.toHaveCount(0);
  await lite.getByRole("button", { name: "Turn lite mode on" }).click();
  await expect(lite.getByRole("button", { name: "Turn lite mode off" })).toBeVisible();
  await expect(script).toHaveCount(0);
  await page.goto("/user/home");
  await expect(page.getByRole("link", { name: "PG Soft" })).toBeVisible();
  await expect(picture).toHaveCount(0);
  await page.goto("/contact");
  await lite.getByRole("button", { name: "Turn lite mode off" }).click();
  await expect(script).not.toHaveCount(0);
  await page.goto("/user/home");
  await expect(picture).not.toHaveCount(0);
});

test("the chat is offered while the operator has it switched on", async ({ page, member, product }) => {
  const chat = page.getByRole("link", { name: /^Live chat/ });
  await product.desk.switches({ chatWidget: false });
  await page.goto("/contact");
  await expect(page.getByRole("heading", { name: /^LINE: @/ })).toBeVisible();
  await expect(chat).toHaveCount(0);
  await product.desk.switches({ chatWidget: true });
  await page.goto("/contact");
  await expect(chat).toHaveAttribute("href", "/chat#newest");
  await member.signIn();
  await page.goto("/user/contact");
  await expect(chat).toHaveAttribute("href", "/user/chat#newest");
});

for (const kind of ["error", "wrong-schema"] as const)
  test(`if the operator answers with ${kind}, the page shows what it said last, says so, and offers to try again`, async ({
    page,
    member,
    product,
  }) => {
    await member.signIn();
    await page.goto("/contact");
    await expect(page.getByRole("link", { name: "Open in LINE" })).toBeVisible();
    await product.desk.fault({ call: "lookupContact", kind, times: 0 });
    for (const address of ["/contact", "/user/contact"]) {
      expect((await page.goto(address))!.status()).toBe(200);
      await expect(page.getByText("Version 1.1.14")).toBeVisible();
      const note = page.getByRole("status").filter({ hasText: "The service does not answer" });
      await expect(note).toContainText(/as of \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
      await expect(page.getByRole("link", { name: "Open in LINE" })).toHaveAttribute("href", /^https:/);
      await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", address);
    }
    await product.desk.clearFaults();
    await expect(async () => {
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.getByText("The service does not answer")).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole("link", { name: "Open in LINE" })).toBeVisible();
  });
