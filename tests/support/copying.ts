import { expect, type Page } from "@playwright/test";

/** Checks that the button beside a text copies it with scripts, and is missing without. */
export async function expectCopyButton(page: Page, text: string, javaScriptEnabled: boolean | undefined) {
  const button = page.getByRole("button", { name: `Copy ${text}` });
  if (!javaScriptEnabled) return expect(button).toBeHidden();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button.click();
  await expect(page.getByText(`Copied: ${text}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
}
