/** What journeys of the chat do and look for on its page, in English. */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

export const text = (page: Page) => page.getByRole("textbox", { name: "Message" });
export const said = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });

/** The page is live once the script has taken it over and the operator can be heard. */
export async function live(page: Page) {
  await expect(page.getByRole("log")).toBeVisible();
  await expect(page.getByText("Connecting again.")).toHaveCount(0);
}

/** Sends a message with the keyboard. */
export async function write(page: Page, words: string) {
  await text(page).fill(words);
  await text(page).press("Enter");
}

/** What the operator has of the messages of the person who chats. */
export const sentOf = async (said: Promise<{ sender: string; message: { payload?: unknown } }[]>) =>
  (await said).filter(({ sender }) => sender === "customer").map(({ message }) => message.payload);

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Chooses a file as the script of the page lets one. */
export async function choose(page: Page, name: string, buffer: Buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("link", { name: "Send a picture or video" }).click();
  await (await chooser).setFiles({ name, mimeType: "image/png", buffer });
}
