import type { Locator, Page } from "@playwright/test";
import { said, sentOf } from "../support/chat-page";
import { expect, test } from "../support/fixtures";

/** The chat over another page is opened by the script: run with scripts on alone. */
const LIVE = { tag: "@live" };

/** While a form that was sent is answered, the page to come is there too, after the one that is seen. */
const chatOf = (page: Page) => page.locator("dialog iframe").last().contentFrame();
const field = (page: Page) => chatOf(page).getByRole("textbox", { name: "Message" });
const opener = (page: Page) => page.locator('a[href="/user/chat#newest"]').last();
/** Closed, the window is there and not seen. */
const isClosed = (page: Page) => expect(page.locator("dialog[open]")).toHaveCount(0);

async function open(page: Page) {
  await opener(page).click();
  await expect(chatOf(page).getByRole("log")).toBeVisible();
  await expect(chatOf(page).getByText("Connecting again.")).toHaveCount(0);
}

async function close(page: Page) {
  await page.keyboard.press("Escape");
  await isClosed(page);
}

async function chooseThai(page: Page) {
  await chatOf(page).locator("summary", { hasText: "Language" }).click();
  await chatOf(page).getByRole("button", { name: "ไทย" }).click();
  await expect(chatOf(page).locator('html[lang="th"]')).toHaveCount(1);
  await expect(chatOf(page).getByRole("log")).toBeVisible();
  return chatOf(page).getByRole("textbox");
}

test("a receipt on which the chat was opened and closed goes on by itself", LIVE, async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await page.goto("/user/withdraw");
  await page.getByLabel("Amount to withdraw").fill("500");
  await page.getByRole("button", { name: "Check the withdrawal" }).click();
  await page.getByRole("button", { name: /^Withdraw .\d/ }).click();
  await page.getByRole("link", { name: "Ask about this" }).click();
  await expect(chatOf(page).getByRole("log")).toBeVisible();
  await chatOf(page).getByRole("textbox", { name: "Message" }).focus();
  await close(page);
  await product.desk.settle(username);
  await expect(page.getByRole("heading", { name: "Withdrawal paid" })).toBeVisible({ timeout: 30_000 });
});

test.describe("while the chat over a page is loading", () => {
  // A service worker would ask for the page past the test.
  test.use({ serviceWorkers: "block" });

  test("Escape closes it, and nothing leads away any more", LIVE, async ({ page, member }) => {
    await member.signIn();
    await page.goto("/user/contact");
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/user/chat", async (route) => {
      await held;
      await route.fulfill({ status: 302, headers: { location: "/login" } }).catch(() => undefined);
    });
    await opener(page).click();
    await expect(page.locator("dialog[open]")).toHaveCount(1);
    await close(page);
    answer();
    await expect(opener(page)).toBeFocused();
    await page.unroute("**/user/chat");
    await open(page);
    await expect(page).toHaveURL("/user/contact");
  });

  test("its arrow closes it, and what is sent leaves the page below", LIVE, async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/contact");
    // Its scripts hold up the end of loading, and its form is the server's.
    await page.route("**/assets/**", (route) =>
      route.request().frame() === page.mainFrame() ? route.continue() : new Promise(() => undefined),
    );
    await opener(page).click();
    await chatOf(page).getByRole("textbox", { name: "Message" }).fill("Is it there?");
    await chatOf(page).getByRole("button", { name: "Send" }).dispatchEvent("click");
    await expect(chatOf(page).getByRole("listitem").filter({ hasText: "Is it there?" })).toHaveCount(1);
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Is it there?"]);
    await expect(page).toHaveURL("/user/contact");
    await chatOf(page).getByRole("link", { name: "Back" }).dispatchEvent("click");
    await isClosed(page);
    await expect(page).toHaveURL("/user/contact");
  });
});

test.describe("after its page has been left for the next one,", () => {
  test.use({ serviceWorkers: "block" });

  test("closing the chat keeps what was typed there, and the page below", LIVE, async ({ page, member }) => {
    await member.signIn();
    await page.goto("/user/contact");
    await page.evaluate(() => Object.assign(self, { isSamePage: true }));
    await open(page);
    await field(page).fill("Half");
    const thai = await chooseThai(page);
    await expect(thai).toHaveValue("Half");
    await thai.fill("Half and more");
    await close(page);
    await opener(page).click();
    await expect(thai).toHaveValue("Half and more");
    await thai.fill("Half and even more");
    await chatOf(page).locator(".sheet-head > a").first().click();
    await isClosed(page);
    await opener(page).click();
    await expect(thai).toHaveValue("Half and even more");
    await expect(page).toHaveURL("/user/contact");
    expect(await page.evaluate(() => "isSamePage" in self)).toBe(true);
  });

  test("Back closes the chat at once, and leads on as before", LIVE, async ({ page, member }) => {
    await member.signIn();
    await page.goto("/user/conditions");
    await page.goto("/user/contact");
    await open(page);
    const thai = await chooseThai(page);
    await thai.fill("Half");
    await page.goBack();
    await isClosed(page);
    await opener(page).click();
    await expect(thai).toHaveValue("Half");
    await expect(chatOf(page).locator('html[lang="th"]')).toHaveCount(1);
    await page.goBack();
    await isClosed(page);
    await expect(page).toHaveURL("/user/contact");
    await page.goBack();
    await expect(page).toHaveURL("/user/conditions");
  });

  test("what was sent before its script was there does not come back", LIVE, async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/contact");
    // Without the conversation, the script does not take the page over.
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/user/chat/messages*", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await opener(page).click();
    await field(page).fill("Is it there?");
    await chatOf(page).getByRole("button", { name: "Send" }).click();
    await expect(chatOf(page).getByRole("listitem").filter({ hasText: "Is it there?" })).toHaveCount(1);
    answer();
    await expect(chatOf(page).getByRole("log")).toBeVisible();
    await field(page).fill("Hello?");
    await close(page);
    await opener(page).click();
    await expect(field(page)).toHaveValue("Hello?");
    await page.goBack();
    await isClosed(page);
    await opener(page).click();
    await expect(field(page)).toHaveValue("Hello?");
    await expect(page).toHaveURL("/user/contact");
    expect(await sentOf(product.desk.chat({ phone }))).toEqual(["Is it there?"]);
  });
});

test(
  "a chat whose session has ended leads to the way in when it is opened again",
  LIVE,
  async ({ page, member, product }) => {
    const { username } = await member.signIn();
    // What looks at the window again and again is counted: with the window, it ends.
    await page.addInitScript(() => {
      const looks = new Set<number>();
      const [begin, end] = [self.setInterval.bind(self), self.clearInterval.bind(self)];
      self.setInterval = ((...given: Parameters<typeof begin>) => {
        const id = begin(...given) as unknown as number;
        looks.add(id);
        return id;
      }) as typeof self.setInterval;
      self.clearInterval = (id) => {
        looks.delete(id as number);
        end(id);
      };
      Object.assign(self, { looks });
    });
    const looks = () => page.evaluate(() => (self as unknown as { looks: Set<number> }).looks.size);
    await page.goto("/user/contact");
    const before = await looks();
    await open(page);
    await product.desk.expireTokens(username);
    await chatOf(page).getByRole("textbox", { name: "Message" }).fill("Is it there?");
    await chatOf(page).getByRole("textbox", { name: "Message" }).press("Enter");
    await expect(chatOf(page).getByText("Your session has ended.")).toBeVisible();
    await close(page);
    await expect.poll(looks).toBe(before);
    await opener(page).click();
    await expect(page).toHaveURL(/\/login/);
  },
);

test(
  "the chat keeps its place while it is closed, and reads nothing that nobody asked for",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    for (let number = 0; number < 30; number += 1) await product.desk.answerChat({ phone, text: `line ${number}.` });
    await page.goto("/user/contact");
    await open(page);
    const items = chatOf(page).locator("li[data-from]");
    await expect(items).toHaveCount(10);
    for (let times = 0; times < 2; times += 1) {
      await close(page);
      await open(page);
      await expect(chatOf(page).getByText("line 29.")).toBeInViewport();
    }
    // Longer than a page of earlier messages takes.
    await page.waitForTimeout(1000);
    await expect(items).toHaveCount(10);
    const place = () =>
      chatOf(page)
        .locator("html")
        .evaluate(() => scrollY);
    await chatOf(page)
      .locator("html")
      .evaluate(() => scrollTo(0, 60));
    await close(page);
    await open(page);
    expect(await place()).toBe(60);
  },
);

test(
  "what was typed about one movement stays when another one is asked about",
  LIVE,
  async ({ page, member, product }) => {
    const { username } = await member.signIn();
    await product.desk.bankTransfer(username, 2_000_00);
    // The second of a movement is its name.
    await page.waitForTimeout(1000);
    await product.desk.bankTransfer(username, 3_000_00);
    await page.goto("/user/statement");
    const ask = async (row: Locator) => {
      await row.click();
      await expect(chatOf(page).getByText("Connecting again.")).toHaveCount(0);
      return chatOf(page).getByRole("textbox", { name: "Message" });
    };
    const rows = page.getByRole("link", { name: "Ask about this" });
    const first = await ask(rows.nth(0));
    const question = await first.inputValue();
    await first.fill(`${question} Where is it?`);
    await close(page);
    const second = await ask(rows.nth(1));
    await expect(second).toHaveValue(new RegExp(`^${question} Where is it\\?\n.+`));
    await close(page);
    await ask(rows.nth(0));
    await expect(second).toHaveValue(/Where is it\?\n[^\n]+$/);
  },
);

test("the same thing can be asked about again", LIVE, async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await product.desk.bankTransfer(username, 2_000_00);
  await page.waitForTimeout(1000);
  await product.desk.bankTransfer(username, 3_000_00);
  await page.goto("/user/statement");
  const ask = async (row = 0) => {
    await page.getByRole("link", { name: "Ask about this" }).nth(row).click();
    await expect(chatOf(page).getByText("Connecting again.")).toHaveCount(0);
  };
  const send = async (words: string) => {
    await field(page).fill(words);
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("");
    await expect(chatOf(page).getByRole("listitem").filter({ hasText: words })).toHaveCount(1);
  };
  await ask();
  const question = await field(page).inputValue();
  expect(question).toMatch(/\d/);
  await send(`${question}Why?`);
  await close(page);
  await ask();
  await expect(field(page)).toHaveValue(question);
  // What was typed stays.
  await field(page).fill("Half");
  await close(page);
  await ask();
  await expect(field(page)).toHaveValue("Half");
  // Another page of the same window no longer begins with the question.
  const thai = await chooseThai(page);
  await thai.fill("One more");
  await thai.press("Enter");
  await expect(thai).toHaveValue("");
  await close(page);
  await page.getByRole("link", { name: "Ask about this" }).nth(0).click();
  await expect(thai).toHaveValue(question);
  await close(page);
  // Nothing was added to the question: it is not taken along.
  await page.getByRole("link", { name: "Ask about this" }).nth(1).click();
  await expect(thai).toHaveValue(/\d/);
  await expect(chatOf(page).getByRole("log")).toBeVisible();
  expect(await thai.inputValue()).not.toContain(question);
});

test("after a reload with the chat open, Back leaves the page at once", LIVE, async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/statement");
  await page.goto("/user/contact");
  await open(page);
  await page.reload();
  await expect(opener(page)).toBeVisible();
  await isClosed(page);
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/statement$/);
});

test("the page for files leads back to the chat", LIVE, async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/chat/file");
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/user/chat");
  await expect(page.locator("dialog")).toHaveCount(0);
});

test("whoever came by the badge goes on beside it", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await expect(page.getByRole("log")).toBeVisible();
  await product.desk.answerChat({ phone, text: "Anything else?" });
  await expect(said(page, "Anything else?")).toHaveCount(1);
  await page.goto("/user/contact");
  await product.desk.answerChat({ phone, text: "Hello?" });
  const badge = page.getByRole("link", { name: /^New messages from support/ });
  // The number is looked up now and then.
  await expect(async () => {
    await page.goto("/user/contact");
    await expect(badge).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await badge.press("Enter");
  await expect(chatOf(page).getByText("Hello?")).toBeVisible();
  await close(page);
  await expect(badge).toHaveCount(0);
  await expect(page.locator("summary", { hasText: "Language" })).toBeFocused();
});
