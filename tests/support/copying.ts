import { expect, type Page } from "@playwright/test";

/** The button beside a text copies it where scripts run, and is not there where none do. */
export async function expectCopyButton(page: Page, text: string, javaScriptEnabled: boolean | undefined) {
  const button = page.getByRole("button", { name: `Copy ${text}` });
  if (!javaScriptEnabled) return expect(button).toBeHidden();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button.click();
  await expect(page.getByText(`Copied: ${text}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
}
