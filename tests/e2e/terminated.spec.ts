import { expect, test } from "../support/fixtures";

test("the closing page says that all is over, and where to ask", async ({ page, axe }) => {
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", /^https:/);
  await axe();
});

test("the closing page stands even when the operator answers nothing else", async ({ page, product }) => {
  await product.desk.switches({ terminated: true });
  const answer = await page.goto("/terminated");
  expect(answer!.status()).toBe(410);
  await expect(page.getByRole("heading", { name: "This service is closed" })).toBeVisible();
});
