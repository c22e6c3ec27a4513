import type { Page } from "@playwright/test";
import { choose, live, PNG, said, sentOf, text, write } from "../support/chat-page";
import { expect, test } from "../support/fixtures";

/** What a page does by itself needs the script: run with scripts on alone. */
const LIVE = { tag: "@live" };

test(
  "what support writes appears by itself, in every tab, and what is written too",
  LIVE,
  async ({ page, member, product, axe }) => {
    const { username: phone } = await member.signIn();
    await page.goto("/user/chat");
    const other = await page.context().newPage();
    await other.goto("/user/chat");
    await live(page);
    await live(other);
    await write(page, "Is my deposit there?");
    for (const tab of [page, other]) await expect(said(tab, "Is my deposit there?")).toHaveCount(1);
    await expect(text(page)).toBeFocused();
    await expect(text(page)).toHaveValue("");
    await product.desk.answerChat({ phone, text: "It is." });
    for (const tab of [page, other]) await expect(said(tab, "It is.")).toHaveCount(1);
    await axe();
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Is my deposit there?"]);
  },
);

test("Shift and Enter begin a new line, and a blank message is not sent", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await write(page, "   ");
  await text(page).fill("first");
  await text(page).press("Shift+Enter");
  await text(page).pressSequentially("second");
  await text(page).press("Enter");
  await expect(said(page, "first")).toHaveCount(1);
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["first\nsecond"]);
});

test(
  "messages written without a network wait, outlive a reload, and arrive once, in order",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await page.goto("/user/chat");
    await live(page);
    await page.route("**/user/chat/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await write(page, "one");
    await write(page, "two");
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(2);
    await page.reload();
    await live(page);
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(2);
    expect(await sentOf(product.desk.chat({ phone }))).toEqual([]);
    await page.unroute("**/user/chat/messages");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
    expect(await sentOf(product.desk.chat({ phone }))).toEqual(["one", "two"]);
  },
);

test("a message whose answer was lost is not sent twice", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  let lost = 0;
  await page.route("**/user/chat/messages", async (route) => {
    if (route.request().method() !== "POST" || lost++ > 0) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await write(page, "only once");
  await expect(said(page, "only once")).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  await expect(said(page, "only once")).toHaveCount(1);
  expect(await sentOf(product.desk.chat({ phone }))).toEqual(["only once"]);
});

test("after the line was cut, what was said meanwhile is there, once", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await write(page, "Anybody there?");
  await expect(said(page, "Anybody there?")).toHaveCount(1);
  for (const words of ["first answer", "second answer", "third answer"]) {
    await product.desk.dropChat();
    await product.desk.answerChat({ phone, text: words });
  }
  for (const words of ["first answer", "second answer", "third answer"]) await expect(said(page, words)).toHaveCount(1);
  await live(page);
});

/** A picture of noise, which cannot be packed: 2,600 x 900 pixels. */
const photo = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2600, height: 900 });
    const pen = canvas.getContext("2d")!;
    const noise = pen.createImageData(2600, 900);
    for (let at = 0; at < noise.data.length; at += 65_536) crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
    pen.putImageData(noise, 0, 0);
    return canvas.toDataURL().split(",")[1]!;
  });

test("a large picture is sent smaller, or as it is", LIVE, async ({ page, member, product, axe }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await live(page);
  const large = Buffer.from(await photo(page), "base64");
  await choose(page, "slip.png", large);
  await expect(page.getByText(/This picture has \d\.\d MB\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send it smaller (faster)" })).toBeFocused();
  await axe();
  await page.keyboard.press("Enter");
  const shown = page.getByRole("img", { name: "slip.jpg" });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight])).toEqual([
    2000, 692,
  ]);
  await choose(page, "whole.png", large);
  await page.getByRole("button", { name: "Send it as it is" }).click();
  await expect(page.getByRole("img", { name: "whole.png" })).toBeVisible();
  expect((await product.desk.chat({ phone })).map(({ message }) => message.payload)).toMatchObject([
    { name: "slip.jpg" },
    { name: "whole.png" },
  ]);
});

test("a file that is chosen without a network waits for it", LIVE, async ({ page, member, context }) => {
  await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await context.setOffline(true);
  await choose(page, "slip.png", PNG);
  await expect(page.getByText("Uploading file", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("img", { name: "slip.png" })).toBeVisible();
  await expect(page.getByText("Not sent")).toHaveCount(0);
});

test(
  "all files that are chosen without a network are sent, and one of a wrong kind is named",
  LIVE,
  async ({ page, member, context, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    await context.setOffline(true);
    const names = ["1.png", "2.png", "3.png", "4.png", "5.png"];
    for (const name of [...names, "list"]) await choose(page, name, PNG);
    await expect(page.getByText("Uploading file", { exact: true })).toHaveCount(6);
    await context.setOffline(false);
    for (const name of names) await expect(page.getByRole("img", { name })).toBeVisible();
    await expect(page.getByText("File is not supported")).toBeVisible();
    await expect(page.getByText("Not sent")).toHaveCount(0);
    expect(await product.desk.chat({ phone })).toHaveLength(names.length);
  },
);

test(
  "a file that could not be uploaded outlives a reload, and arrives once",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    await page.route("**/user/chat/file", (route) => route.abort());
    await choose(page, "slip.png", PNG);
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    await page.unroute("**/user/chat/file");
    await page.reload();
    await expect(page.getByRole("img", { name: "slip.png" })).toBeVisible();
    await page.reload();
    await live(page);
    await expect(page.getByRole("img", { name: "slip.png" })).toHaveCount(1);
    await expect(page.locator(".message[data-state]")).toHaveCount(0);
    expect(await product.desk.chat({ phone })).toHaveLength(1);
  },
);

test(
  "a file that waits is not shown to the next member on this browser, nor sent by another tab",
  LIVE,
  async ({ page, member, product }) => {
    await member.signIn();
    await page.goto("/user/chat");
    await live(page);
    await page.context().route("**/user/chat/file", (route) => route.abort());
    await choose(page, "slip.png", PNG);
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/user/chat");
    await live(other);
    await expect(other.locator(".message")).toHaveCount(0);
    await page.goto("/user/profile");
    await page.context().clearCookies();
    const next = await product.desk.createMember();
    await page.goto("/login");
    await page.locator("input[name=username]").fill(next.username);
    await page.locator("input[name=password]").fill(next.password);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/user/home");
    await page.context().unroute("**/user/chat/file");
    await page.goto("/user/chat");
    await live(page);
    await expect(page.locator(".message")).toHaveCount(0);
    expect(await product.desk.chat({ phone: next.username })).toEqual([]);
  },
);

test("a file that failed is removed, and the keyboard goes on in the conversation", LIVE, async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await page.route("**/user/chat/file", (route) => route.abort());
  await choose(page, "slip.png", PNG);
  await page.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(page.getByText("Not sent")).toHaveCount(0);
  await expect(page.getByRole("log")).toBeFocused();
  await page.reload();
  await live(page);
  await expect(page.locator(".message")).toHaveCount(0);
});

test(
  "a file is uploading, fails without a network, and arrives when it is sent again",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/user/chat/file", async (route) => {
      await held;
      await route.abort();
    });
    await choose(page, "slip.png", PNG);
    await expect(page.getByText("Uploading file", { exact: true })).toBeVisible();
    release();
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    await page.unroute("**/user/chat/file");
    // The next try reaches the server, but not the operator's storage.
    await member.fault({ call: "uploadChatImage", kind: "error" });
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByRole("img", { name: "slip.png" })).toBeVisible();
    await expect(page.getByText("Not sent")).toHaveCount(0);
    await choose(page, "notes.png", Buffer.from("no picture"));
    await expect(page.getByText("File is not supported")).toBeVisible();
    expect((await product.desk.chat({ phone })).map(({ message }) => message.payload)).toMatchObject([
      { name: "slip.png" },
    ]);
  },
);

test(
  "with the keyboard of a small phone open, the newest message and the field are in view",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.setViewportSize({ width: 360, height: 612 });
    await page.goto("/user/chat");
    await live(page);
    for (const words of ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"])
      await write(page, words);
    // What arrives before the last of them would not be the newest.
    await expect.poll(async () => (await product.desk.chat({ phone })).length).toBe(8);
    await product.desk.answerChat({ phone, text: "Good morning" });
    await expect(said(page, "Good morning")).toBeInViewport();
    // The keyboard takes what remains: the page says that it shrinks.
    await expect(page.locator("meta[name=viewport]")).toHaveAttribute("content", /interactive-widget=resizes-content/);
    await text(page).focus();
    await page.setViewportSize({ width: 360, height: 300 });
    await expect(said(page, "Good morning")).toBeInViewport({ ratio: 1 });
    await expect(text(page)).toBeInViewport({ ratio: 1 });
  },
);

test("a guest hears support live from the first message on", LIVE, async ({ page }) => {
  await page.goto("/chat");
  await live(page);
  await write(page, "I cannot register");
  await expect(said(page, "I cannot register")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
});

test(
  "the chat opens over the page one is on, which keeps what was typed, and Back or Escape closes it",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await page.goto("/user/contact");
    const chat = page.frameLocator("dialog iframe");
    const open = async () => {
      await page.locator('a[href="/user/chat#newest"]').click();
      await expect(chat.getByRole("log")).toBeVisible();
      await expect(chat.getByText("Connecting again.")).toHaveCount(0);
    };
    const isClosed = async () => {
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL("/user/contact");
      await expect(page.locator('a[href="/user/chat#newest"]')).toBeFocused();
    };
    await open();
    await expect(page).toHaveURL("/user/contact");
    await chat.getByRole("textbox", { name: "Message" }).fill("Is my deposit there?");
    await chat.getByRole("textbox", { name: "Message" }).press("Enter");
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Is my deposit there?"]);
    await product.desk.answerChat({ phone, text: "It is." });
    await expect(chat.getByRole("listitem").filter({ hasText: "It is." })).toHaveCount(1);
    await expect(page.getByRole("dialog", { name: "Live chat" })).toBeVisible();
    await expect(page.getByTitle("Live chat")).toBeVisible();
    await chat.getByRole("link", { name: "Back" }).click();
    await isClosed();
    await open();
    await expect(chat.getByRole("listitem").filter({ hasText: "It is." })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await isClosed();
    await open();
    await page.goBack();
    await isClosed();
  },
);

test(
  "a message on its way when the chat over the page is closed is sent, and the page tells what support writes",
  LIVE,
  async ({ page, member, product, axe }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/contact");
    const chat = page.frameLocator("dialog iframe");
    const opener = page.locator('a[href="/user/chat#newest"]').last();
    await opener.click();
    await expect(chat.getByRole("log")).toBeVisible();
    await expect(chat.getByText("Connecting again.")).toHaveCount(0);
    await page.route("**/user/chat/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await chat.getByRole("textbox", { name: "Message" }).fill("Is it there?");
    await chat.getByRole("textbox", { name: "Message" }).press("Enter");
    await expect(chat.getByText("Sending", { exact: true })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.unroute("**/user/chat/messages");
    await expect.poll(() => sentOf(product.desk.chat({ phone })), { timeout: 30_000 }).toEqual(["Is it there?"]);
    await product.desk.answerChat({ phone, text: "It is." });
    const news = page.getByRole("link", { name: "New messages from support: 1" });
    await expect(news).toBeVisible();
    await axe();
    // As long as what is seen takes to be read, and longer.
    await page.waitForTimeout(3000);
    // The number is looked up now and then.
    await expect(async () => {
      await page.goto("/user/contact");
      await expect(news).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 40_000 });
    await news.click();
    await expect(chat.getByText("It is.")).toBeVisible();
  },
);

test("a chat that opens over a page leads to the way in if the session has ended", LIVE, async ({ page, member }) => {
  await member.signIn();
  await page.goto("/user/contact");
  await page.context().clearCookies();
  await page.locator('a[href="/user/chat#newest"]').click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a file of the chat that opened over a page is sent in it", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/contact");
  await page.locator('a[href="/user/chat#newest"]').click();
  const chat = page.frameLocator("dialog iframe");
  await expect(chat.getByRole("log")).toBeVisible();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    chat.getByRole("link", { name: "Send a picture or video" }).click(),
  ]);
  await chooser.setFiles({ name: "small.png", mimeType: "image/png", buffer: PNG });
  await expect(chat.getByRole("log").getByRole("img")).toHaveCount(1);
  expect(await product.desk.chat({ phone })).toHaveLength(1);
});

test(
  "the language is chosen on the chat, and what was typed is kept and not sent",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await page.goto("/user/chat");
    await live(page);
    await text(page).fill("half typed");
    await page.locator("summary", { hasText: "Language" }).click();
    await page.getByRole("button", { name: "ไทย" }).click();
    await expect(page.getByRole("heading", { name: "แชทกับเจ้าหน้าที่" })).toBeVisible();
    await expect(page.locator("textarea")).toHaveValue("half typed");
    expect(await product.desk.chat({ phone })).toEqual([]);
  },
);

test("the chat says that the session has ended, and goes on saying it", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await product.desk.expireTokens(phone);
  await write(page, "later");
  await expect(page.getByRole("status")).toHaveText(/Your session has ended/);
  // Long enough for the socket to close, which must not change what is said.
  await expect(page.getByText("Connecting again.")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText(/Your session has ended/);
});

test(
  "who reads above sees that something new has come, and refreshing keeps what is typed",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    await write(page, "hello");
    for (let one = 1; one <= 12; one += 1) await product.desk.answerChat({ phone, text: `answer ${one}.` });
    await expect(said(page, "answer 12.")).toBeVisible();
    await page.mouse.wheel(0, -400);
    await expect
      .poll(() => page.evaluate(() => innerHeight + scrollY < document.documentElement.scrollHeight - 60))
      .toBe(true);
    await product.desk.answerChat({ phone, text: "while you read" });
    await expect(page.getByRole("button", { name: "1 new" })).toBeInViewport();
    await text(page).fill("half typed");
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(said(page, "while you read")).toBeInViewport();
    await expect(text(page)).toHaveValue("half typed");
  },
);

test("a guest's second message is not lost if the first one begins the conversation", LIVE, async ({ page }) => {
  await page.goto("/chat");
  await expect(page.getByRole("log")).toBeVisible();
  let posts = 0;
  await page.route("**/chat/messages", (route) =>
    route.request().method() === "POST" && (posts += 1) > 1 ? route.abort() : route.continue(),
  );
  await write(page, "first of a guest");
  await write(page, "second of a guest");
  await expect.poll(() => posts).toBeGreaterThan(1);
  await page.reload();
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(1);
  await page.unroute("**/chat/messages");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "of a guest" })).toHaveCount(2);
});

test("however much was said while the line was cut, nothing is missing", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await live(page);
  await write(page, "hello");
  await expect(said(page, "hello")).toHaveCount(1);
  await page.route("**/user/chat/messages*", (route) => route.abort());
  for (let one = 1; one <= 25; one += 1) {
    await product.desk.dropChat();
    await product.desk.answerChat({ phone, text: `missed ${one}.` });
  }
  await page.unroute("**/user/chat/messages*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  for (const one of [1, 13, 25]) await expect(said(page, `missed ${one}.`)).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: "missed" })).toHaveCount(25);
  await expect(said(page, "hello")).toHaveCount(1);
});

test(
  "what came while the page was in the background is read once it is looked at, and so is what was answered",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    await write(page, "hello");
    const show = (state: string) =>
      page.evaluate((state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const isRead = async (words: string) =>
      (await product.desk.chat({ phone })).find(({ message }) => message.payload === words)?.isRead;
    await show("hidden");
    await product.desk.answerChat({ phone, text: "in the background" });
    await expect(said(page, "in the background")).toHaveCount(1);
    await page.waitForTimeout(1500);
    expect(await isRead("in the background")).toBe(false);
    await show("visible");
    await expect.poll(() => isRead("in the background")).toBe(true);
    await product.desk.answerChat({ phone, text: "a question" });
    await expect(said(page, "a question")).toHaveCount(1);
    await write(page, "a quick answer");
    await expect.poll(() => isRead("a question")).toBe(true);
  },
);

for (const top of [50, 0])
  test(
    `who reads above, at ${top}, stays there when the script takes the page over`,
    LIVE,
    async ({ page, member, product }) => {
      const { username: phone } = await member.signIn();
      await product.desk.switches({ chatAgent: "away" });
      await page.goto("/user/chat");
      await write(page, "hello");
      for (let one = 1; one <= 14; one += 1) await product.desk.answerChat({ phone, text: `answer ${one}.` });
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route("**/user/chat/messages*", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto("/user/chat");
      await page.evaluate(
        (to) =>
          new Promise<void>((done) => {
            addEventListener("scroll", () => (scrollTo(0, to), requestAnimationFrame(() => done())), { once: true });
            scrollTo(0, 50);
          }),
        top,
      );
      await page.getByRole("link", { name: "Earlier messages" }).focus();
      const before = await page.evaluate(() => scrollY);
      goOn();
      await expect(page.getByRole("log")).toBeVisible();
      await expect(page.getByRole("link", { name: "Earlier messages" })).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(before);
    },
  );

for (const does of ["refuses", "swallows"] as const) {
  test(
    `where the network ${does} WebSockets the chat is live all the same`,
    LIVE,
    async ({ page, member, product }) => {
      const { username: phone } = await member.signIn();
      await page.addInitScript((isRefused) => {
        class Unopened extends EventTarget {
          onerror?: (event: Event) => void;
          onclose?: (event: Event) => void;
          constructor() {
            super();
            if (!isRefused) return;
            setTimeout(() => {
              this.onerror?.(new Event("error"));
              this.onclose?.(new CloseEvent("close", { code: 1006 }));
            });
          }
          close() {}
        }
        Object.assign(window, { WebSocket: Unopened });
      }, does === "refuses");
      const polled = page.waitForRequest(/chat\/socket\/.*transport=polling/, { timeout: 40_000 });
      await page.goto("/user/chat");
      await polled;
      await live(page);
      await product.desk.answerChat({ phone, text: "Good evening" });
      await expect(said(page, "Good evening")).toHaveCount(1);
    },
  );
}

test(
  "what was not sent when the session ended is sent after the next sign-in, and not by another member",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone, password } = await member.signIn();
    const other = await product.desk.createMember({});
    const signIn = async (account: { username: string; password: string }) => {
      await page.getByLabel("Phone number").fill(account.username);
      await page.getByLabel("Password", { exact: true }).fill(account.password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(page.getByRole("log")).toBeVisible();
    };
    /** Writes what does not leave, and has the operator end the session. */
    const leave = async (words: string, who: string) => {
      await live(page);
      await page.route("**/user/chat/messages", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await write(page, words);
      await expect(said(page, words)).toHaveCount(1);
      await product.desk.expireTokens(who);
      await page.goto("/user/chat");
      await expect(page).toHaveURL("/login?nextUrl=%2Fuser%2Fchat");
      await page.unroute("**/user/chat/messages");
    };
    await page.goto("/user/chat");
    await leave("Where is it?", phone);
    await signIn({ username: phone, password });
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Where is it?"]);
    await leave("Only for me", phone);
    await signIn(other);
    await live(page);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Only for me");
    expect(await sentOf(product.desk.chat({ phone: other.username }))).toEqual([]);
  },
);

test("who stops typing is not said to go on", LIVE, async ({ page, member }) => {
  await member.signIn();
  const said: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => said.push(String(payload))));
  await page.goto("/user/chat");
  await live(page);
  await text(page).pressSequentially("half a sen");
  await expect.poll(() => said.filter((frame) => frame.includes("typing"))).toEqual(['42["typing",true]']);
  await expect
    .poll(() => said.filter((frame) => frame.includes("typing")), { timeout: 15_000 })
    .toEqual(['42["typing",true]', '42["typing",false]']);
});

test("what a guest could not send before the sign-in is in the member's field", LIVE, async ({ page, member }) => {
  await page.goto("/chat");
  await expect(page.getByRole("log")).toBeVisible();
  await write(page, "first of a guest");
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  // In another tab.
  await member.signIn();
  await write(page, "typed in the guest's tab");
  await expect(page.getByRole("status")).toHaveText(/Your session has ended/);
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL("/user/chat");
  await expect(text(page)).toHaveValue("typed in the guest's tab");
  await expect(said(page, "typed in the guest's tab")).toHaveCount(0);
});

test(
  "a guest's conversation from another app goes on, in the first browser that names it",
  LIVE,
  async ({ page, browser, product }) => {
    const guestId = `guest-${crypto.randomUUID()}`;
    const open = async (tab: Page) => {
      await tab.goto("/chat");
      await tab.evaluate((id) => localStorage.setItem("guest-id", id), guestId);
      await tab.reload();
      await expect.poll(() => tab.evaluate(() => localStorage.getItem("guest-id"))).toBeNull();
      await expect(tab.getByRole("log")).toBeVisible();
    };
    const names = async () =>
      (await product.desk.chat({ guestId })).map(({ message }) => (message.payload as { name?: string }).name);
    await open(page);
    await choose(page, "as before.png", PNG);
    await expect.poll(names).toContain("as before.png");
    const before = await names();
    const other = await browser.newContext({ baseURL: product.url, locale: "en" });
    const tab = await other.newPage();
    await open(tab);
    // The other browser is in Thai.
    await tab.locator("textarea").fill("somebody else");
    await tab.locator("textarea").press("Enter");
    await expect(said(tab, "somebody else")).toHaveCount(1);
    await other.close();
    expect(await names()).toEqual(before);
  },
);
