import { expect, test } from "../support/fixtures";
import { Visitor } from "../support/visitor";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

test("a member sees where the account is logged in, and logs out the other devices @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username, password } = await member.create();
  const other = new Visitor(product.url, "br", () => ({ "User-Agent": FIREFOX }));
  await other.submit(await other.get("/login"), { username, password });
  await page.goto("/login");
  await page.getByLabel("Phone number").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  // The sign-in before this one.
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByText(/^Last login \d\d:\d\d: Firefox on Linux$/)).toBeVisible();
  await page.getByRole("link", { name: "Devices you are logged in on" }).click();
  await expect(page).toHaveURL("/user/sessions");
  const devices = page.getByRole("main").getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: "This device" })).toContainText(/Chrome on/);
  await expect(devices.filter({ hasText: "Firefox on Linux" })).toContainText(
    /Last seen about \d\d\/\d\d\/\d{4}.* · \d+ \w+ ago/,
  );
  await axe();

  await page.getByRole("button", { name: "Log out the other devices" }).click();
  const message = page.getByText("All other devices are logged out");
  await expect(message).toBeVisible();
  await expect(page.getByRole("main")).toContainText("You are not logged in anywhere else");
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Log out the other devices" })).toHaveCount(0);
  expect((await other.get("/user/home")).path).toMatch(/^\/login/);
  // It leaves by itself, and comes back when it is asked for.
  await expect(message).toBeHidden();
  await page.getByRole("link", { name: "Show the message again" }).click();
  await expect(message).toBeVisible();
});
