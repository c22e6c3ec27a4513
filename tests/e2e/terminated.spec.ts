import { expect, test } from "../support/fixtures";

test("the closing page says that the service is closed, and links to support", async ({ page, axe }) => {
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^https:/);
  await axe();
});

test("the closing page works even if the operator refuses every call", async ({ page, product }) => {
  await product.desk.switches({ terminated: true });
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
});
