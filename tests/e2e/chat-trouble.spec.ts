import type { Page, Route } from "@playwright/test";
import { choose, live, PNG, said, sentOf, text, write } from "../support/chat-page";
import type { Desk } from "../support/desk";
import { expect, test } from "../support/fixtures";

/** What the chat does by itself while something else is wrong: run with scripts on alone. */
const LIVE = { tag: "@live" };

/** Only the history tells this page what was said. */
async function deaf(page: Page) {
  await page.route("**/chat/socket/**", (route) => route.abort());
  await page.routeWebSocket("**/chat/socket/**", (socket) => socket.close());
}

const MESSAGES = "**/user/chat/messages*";
/** Handles what the script reads; what it posts goes on. */
const reads = (handle: (route: Route) => unknown) => (route: Route) =>
  route.request().method() === "GET" ? handle(route) : route.continue();

/** Opens the chat, of which nothing can be read any more. */
async function unread(page: Page, { desk }: { desk: Desk }) {
  await desk.switches({ chatAgent: "away" });
  await deaf(page);
  await page.goto("/user/chat");
  await expect(page.getByRole("log")).toBeVisible();
  await page.route(
    MESSAGES,
    reads((route) => route.abort()),
  );
}

test(
  "what is written leaves while the history cannot be read, and stays in view",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await unread(page, product);
    await write(page, "one");
    await write(page, "two");
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["one", "two"]);
    for (const words of ["one", "two"]) await expect(said(page, words)).toHaveCount(1);
    await expect(page.getByText("Not sent")).toHaveCount(0);
    await page.unroute(MESSAGES);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
    for (const words of ["one", "two"]) await expect(said(page, words)).toHaveCount(1);
  },
);

test(
  "the form covers neither what the page says nor the newest message, however much is typed",
  LIVE,
  async ({ page, member, product }) => {
    await member.signIn();
    await unread(page, product);
    for (let one = 1; one <= 12; one += 1) await write(page, `line ${one}.`);
    await text(page).fill("typed\n".repeat(9));
    const above = async (words: string) => {
      const [said, form] = await Promise.all([
        page.getByText(words).boundingBox(),
        page.locator(".composer").boundingBox(),
      ]);
      return form!.y - said!.y - said!.height;
    };
    for (const words of ["Connecting again.", "line 12."])
      await expect.poll(() => above(words)).toBeGreaterThanOrEqual(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => above("Connecting again.")).toBeGreaterThanOrEqual(0);
  },
);

test(
  "a message that is refused as it is says so, ends nothing, and holds up no other",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat");
    await live(page);
    await page.route(MESSAGES, (route) =>
      route.request().postData()?.includes("text=one&") || route.request().postData()?.endsWith("text=one")
        ? route.fulfill({ status: 413 })
        : route.continue(),
    );
    await write(page, "one");
    await write(page, "two");
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["two"]);
    await expect(said(page, "one").getByText("Not sent")).toBeVisible();
    await expect(page.getByRole("status")).toHaveText("");
    await page.unroute(MESSAGES);
    await page.reload();
    await expect(said(page, "one").getByText("Not sent")).toBeVisible();
    await said(page, "one").getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["two", "one"]);
  },
);

const TELLINGS: [string, (frame: string) => string][] = [
  ["with whole seconds", (frame) => frame.replace(/("createdAt":"[^".]+)\.\d+Z/, "$1Z")],
  ["without a time", (frame) => frame.replace(/"createdAt":"[^"]+"/, '"createdAt":null')],
  [
    "without payloads and names",
    (frame) => frame.replace(/,"payloads":null/, "").replace(/"session_id":"[^"]+"/, '"session_id":null'),
  ],
];
for (const [how, alter] of TELLINGS)
  test(`what the operator's socket tells ${how} stands once`, LIVE, async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    let altered = 0;
    await page.routeWebSocket("**/chat/socket/**", (browser) => {
      const relay = browser.connectToServer();
      relay.onMessage((frame) => {
        const said = alter(String(frame));
        if (said !== String(frame)) altered += 1;
        browser.send(said);
      });
    });
    await page.goto("/user/chat");
    await live(page);
    await write(page, "Hello");
    await expect(said(page, "Hello")).toHaveCount(1);
    for (const number of [1, 2]) await product.desk.answerChat({ phone, text: `Same ${number}.` });
    for (let read = 0; read < 2; read += 1) {
      for (const words of ["Hello", "Same 1.", "Same 2."]) await expect(said(page, words)).toHaveCount(1);
      const answered = page.waitForResponse(MESSAGES);
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      await answered;
    }
    for (const words of ["Hello", "Same 1.", "Same 2."]) await expect(said(page, words)).toHaveCount(1);
    expect(altered).toBeGreaterThan(0);
  });

test("a message that a proxy has given up is sent again by itself", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await live(page);
  await page.route(
    MESSAGES,
    (route) => (route.request().method() === "POST" ? route.fulfill({ status: 408 }) : route.continue()),
    {
      times: 1,
    },
  );
  await write(page, "one");
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["one"]);
  await expect(page.getByRole("status")).toHaveText("");
});

test(
  "a file that has arrived is not called failed if the history cannot be read",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await unread(page, product);
    await choose(page, "slip.png", PNG);
    await expect.poll(() => sentOf(product.desk.chat({ phone }))).toHaveLength(1);
    await expect(said(page, "slip.png").getByText("Sending", { exact: true })).toBeVisible();
    await page.unroute(MESSAGES);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
    await expect(page.locator(".message")).toHaveCount(1);
    await expect(page.getByText("Not sent")).toHaveCount(0);
  },
);

test(
  "a tab of one member reads nothing of the next one who signs in on this browser",
  LIVE,
  async ({ page, member, product }) => {
    await member.signIn();
    await page.goto("/user/chat");
    await live(page);
    const next = await product.desk.createMember();
    const other = await page.context().newPage();
    await other.context().clearCookies();
    await other.goto("/login");
    await other.locator("input[name=username]").fill(next.username);
    await other.locator("input[name=password]").fill(next.password);
    await other.locator("input[name=password]").press("Enter");
    await other.waitForURL("**/user/home");
    await other.goto("/user/chat");
    await other.locator("textarea").fill("The secret of the next one");
    await other.locator("textarea").press("Enter");
    await expect(said(other, "The secret of the next one")).toHaveCount(1);
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    await expect(said(page, "The secret")).toHaveCount(0);
    await write(page, "nobody hears this");
    await expect(page.getByText("Not sent", { exact: true })).toBeVisible();
    expect(await sentOf(product.desk.chat({ phone: next.username }))).toEqual(["The secret of the next one"]);
  },
);

test(
  "a quick reply whose answer was lost is said once, however often it is pressed",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await page.goto("/user/chat");
    await live(page);
    await write(page, "Hello");
    const reply = page.getByRole("button", { name: "Withdraw" }).first();
    await expect(reply).toBeVisible();
    await product.desk.switches({ chatAgent: "away" });
    await deaf(page);
    await page.reload();
    await expect(page.getByRole("log")).toBeVisible();
    let lost = 0;
    await page.route(MESSAGES, async (route) => {
      if (route.request().method() !== "POST") return lost < 2 ? route.abort() : route.continue();
      if ((lost += 1) > 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await reply.click();
    await expect(said(page, "Withdraw").getByText("Sending", { exact: true })).toBeVisible();
    // More than twice by mistake.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1200)));
    await reply.click();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("Sending", { exact: true })).toHaveCount(0, { timeout: 20_000 });
    expect(await sentOf(product.desk.chat({ phone }))).toEqual(["Hello", "WITHDRAW_HELP"]);
  },
);

test("who chats and is gone at the operator is told so", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await live(page);
  await product.desk.setMember({ phone, status: "gone" });
  await expect(page.getByRole("status")).toHaveText(/Your session has ended/);
});

test("reads do not pile up behind a history that answers late", LIVE, async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await live(page);
  await write(page, "Hello");
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  let asked = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(
    MESSAGES,
    reads(async (route) => {
      asked += 1;
      await held;
      await route.continue();
    }),
  );
  for (let time = 0; time < 20; time += 1) await page.evaluate(() => dispatchEvent(new Event("online")));
  goOn();
  await page.route("**/chat/socket/**", (route) => route.abort());
  await write(page, "What is read after all that");
  await expect(page.getByText("Sending", { exact: true })).toHaveCount(0);
  expect(asked).toBeLessThanOrEqual(4);
});

/** The newest of `count` messages, in a page that is live. */
async function filled(page: Page, phone: string, product: { desk: Desk }, count: number) {
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await write(page, "hello");
  await expect(said(page, "hello")).toHaveCount(1);
  for (let one = 1; one <= count; one += 1) await product.desk.answerChat({ phone, text: `answer ${one}.` });
  await page.goto("/user/chat");
  await live(page);
}

test(
  "earlier messages leave what is read in its place, and the keyboard goes on",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await filled(page, phone, product, 25);
    const first = said(page, "answer 16.");
    const earlier = page.getByRole("link", { name: "Earlier messages" });
    for (const next of ["answer 6.", "hello"]) {
      await page.evaluate(() => scrollTo(0, 5));
      const top = () => first.evaluate((one) => Math.round(one.getBoundingClientRect().top));
      const before = await top();
      // Playwright would scroll to it.
      await page.evaluate(() => {
        const link = document.querySelector<HTMLAnchorElement>("[data-chat] > a")!;
        link.focus({ preventScroll: true });
        link.click();
      });
      await expect(said(page, next)).toHaveCount(1);
      expect(Math.abs((await top()) - before)).toBeLessThan(3);
      await expect(next === "hello" ? page.getByRole("log") : earlier).toBeFocused();
    }
    await expect(earlier).toHaveCount(0);
  },
);

test(
  "earlier messages of a page that fits the window do not lead away from what is read",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await page.setViewportSize({ width: 360, height: 1000 });
    await filled(page, phone, product, 25);
    await expect(said(page, "answer 16.")).toBeInViewport();
    await page.getByRole("link", { name: "Earlier messages" }).press("Enter");
    await expect(said(page, "answer 6.")).toHaveCount(1);
    await expect(said(page, "answer 16.")).toBeInViewport();
  },
);

test("earlier messages that could not be read are asked for again", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await filled(page, phone, product, 15);
  await page.route(
    MESSAGES,
    reads((route) => route.abort()),
  );
  await page.getByRole("link", { name: "Earlier messages" }).press("Enter");
  await expect(page.getByText("Earlier messages could not be loaded.")).toBeVisible();
  await page.unroute(MESSAGES);
  await page.getByRole("link", { name: "Earlier messages" }).press("Enter");
  await expect(said(page, "hello")).toHaveCount(1);
  await expect(page.getByText("Earlier messages could not be loaded.")).toHaveCount(0);
});

test(
  "the keyboard goes on in the conversation after it was led to what is new",
  LIVE,
  async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await filled(page, phone, product, 15);
    await page.mouse.wheel(0, -400);
    await expect
      .poll(() => page.evaluate(() => innerHeight + scrollY < document.documentElement.scrollHeight - 60))
      .toBe(true);
    await product.desk.answerChat({ phone, text: "while you read" });
    await page.getByRole("button", { name: "1 new" }).press("Enter");
    await expect(said(page, "while you read")).toBeInViewport();
    await expect(page.getByRole("log")).toBeFocused();
  },
);

test("the chat opens over home while its agreement is open", LIVE, async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await write(page, "Hello");
  await expect(said(page, "Hello")).toHaveCount(1);
  await page.goto("/user/contact");
  await product.desk.switches({ agreements: true });
  await product.desk.answerChat({ phone, text: "Hello to you" });
  const news = page.getByRole("link", { name: "New messages from support: 1" });
  // The number is looked up now and then.
  await expect(async () => {
    await page.goto("/user/contact");
    await expect(news).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await page.goto("/user/home");
  await expect(page.getByRole("dialog", { name: "Member agreement" })).toBeVisible();
  await news.click();
  await expect(page.frameLocator("#chat-window iframe").getByText("Hello to you")).toBeVisible();
  // What was new has been seen.
  await page.frameLocator("#chat-window iframe").getByRole("link", { name: "Back" }).click();
  await expect(news).toHaveCount(0);
});
