import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const text = (page: Page) => page.getByRole("textbox", { name: "Message" });
const said = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
/** What the operator may have all the same, because no answer came. */
const doubtful = (page: Page) => page.getByText("Perhaps not sent", { exact: true });

async function send(page: Page, words: string) {
  await text(page).fill(words);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** What the operator has of the member's messages. */
const sentOf = async (said: Promise<{ sender: string; message: { payload?: unknown } }[]>) =>
  (await said).filter(({ sender }) => sender === "customer").map(({ message }) => message.payload);

test("a member writes to support and reads the answer @main", async ({ page, member, product, axe }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await axe();
  await send(page, "My deposit is missing");
  await expect(said(page, "My deposit is missing")).toBeVisible();
  await product.desk.answerChat({ phone, text: "Which bank did you use?" });
  await page.getByRole("link", { name: "Refresh" }).click();
  await expect(said(page, "Which bank did you use?")).toBeVisible();
  await axe();
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["My deposit is missing"]);
});

test("the chat opens from the contact page, and closes to it", async ({ page, member, javaScriptEnabled }) => {
  // With scripts it opens over the page.
  const chat = javaScriptEnabled ? page.frameLocator("dialog iframe") : page;
  const opensAndCloses = async (contact: string, link: string) => {
    await page.goto(contact);
    await page.locator(`a[href="${link}#newest"]`).click();
    await expect(chat.getByRole("textbox", { name: "Message" })).toBeVisible();
    if (javaScriptEnabled) await expect(chat.getByRole("log")).toBeVisible();
    await chat.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL(contact);
    await expect(page.locator(`a[href="${link}#newest"]`)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await opensAndCloses("/contact", "/chat");
  await member.signIn();
  await opensAndCloses("/user/contact", "/user/chat");
});

test("a guest writes to support, and tells it after signing in", async ({ page, member, product }) => {
  await page.goto("/chat");
  await send(page, "How do I register?");
  await expect(said(page, "How do I register?")).toBeVisible();
  const { username: phone } = await member.create();
  await member.signIn();
  await page.goto("/user/chat");
  await expect(said(page, "How do I register?")).toHaveCount(0);
  await text(page).fill("half typed");
  await page.getByRole("button", { name: "Tell support" }).click();
  await expect(text(page)).toHaveValue("half typed");
  await expect(said(page, "Before I logged in I chatted as guest-")).toBeVisible();
  await expect(page.getByRole("button", { name: "Tell support" })).toHaveCount(0);
  expect(await sentOf(product.desk.chat({ phone }))).toHaveLength(1);
});

test("every type of message is shown, and a quick reply is sent as its postback", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await send(page, "Hello");
  await page.getByRole("button", { name: "Withdraw" }).click();
  for (const kind of ["buttons", "generic", "image", "video", "odd"])
    await product.desk.answerChat({ phone, kind, text: `The ${kind}` });
  await page.goto("/user/chat");
  await expect(page.getByRole("link", { name: "Call" }).first()).toHaveAttribute("href", "tel:+6620000000");
  await expect(page.getByRole("heading", { name: "The generic 1" })).toBeVisible();
  await expect(page.getByRole("img", { name: "The image" })).toBeVisible();
  await expect(page.getByText("Dangerous")).toBeVisible();
  await expect(page.getByRole("link", { name: "Dangerous" })).toHaveCount(0);
  await axe();
  // Whatever the operator writes on a button, the page stays as wide as the window.
  const wide = await page.evaluate(() => {
    for (const one of document.querySelectorAll(".message :is(.button, p, h2)")) one.append("w".repeat(90));
    return document.documentElement.scrollWidth - innerWidth;
  });
  expect(wide).toBe(0);
  const last = (await product.desk.chat({ phone })).filter(({ sender }) => sender === "customer").at(-1)!;
  expect(last.message).toMatchObject({ message_type: "postback", payload: "WITHDRAW_HELP" });
});

test("ten messages are on a page, and the earlier ones on others, whatever comes meanwhile", async ({
  page,
  member,
  product,
  javaScriptEnabled,
}) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await send(page, "Message 0");
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Message 0"]);
  for (let number = 1; number <= 24; number += 1) await product.desk.answerChat({ phone, text: `Message ${number}.` });
  await page.goto("/user/chat");
  const shown = () => page.getByText(/^Message \d+\.?$/).allTextContents();
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) =>
      from + index === 0 ? "Message 0" : `Message ${from + index}.`,
    );
  // The script keeps what was shown, and adds what comes.
  const to = (last: number) => (javaScriptEnabled ? 25 : last);
  if (javaScriptEnabled) await expect(page.getByRole("log")).toBeVisible();
  await expect.poll(shown).toEqual(range(15, 24));
  await product.desk.answerChat({ phone, text: "Message 25." });
  const earlier = page.getByRole("link", { name: "Earlier messages" });
  // A click scrolls to the link first, and at the top of the page the script reads by itself.
  await (javaScriptEnabled ? earlier.dispatchEvent("click") : earlier.click());
  await expect.poll(shown).toEqual(range(5, to(14)));
  await (javaScriptEnabled ? page.evaluate(() => scrollTo(0, 0)) : earlier.click());
  await expect.poll(shown).toEqual(range(0, to(4)));
  await expect(earlier).toHaveCount(0);
  // The script's refresh adds what is new, and lets go of nothing that was read.
  await page.getByRole("link", { name: javaScriptEnabled ? "Refresh" : "Latest messages" }).click();
  await expect.poll(shown).toEqual(range(javaScriptEnabled ? 0 : 16, 25));
});

test("a message whose answer is lost is shown once, and sent once", async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await member.fault({ call: "sendChatMessage", kind: "drop-after-commit" });
  await send(page, "Is it there?");
  await expect(said(page, "Is it there?")).toHaveCount(1);
  await expect(doubtful(page)).toHaveCount(0);
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Is it there?"]);
});

test("a double tap sends a message once", async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await text(page).fill("Once");
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect(said(page, "Once")).toHaveCount(1);
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Once"]);
});

test("a failed message is sent again, or removed", async ({ page, member, product, axe }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away", chatDown: true });
  await page.goto("/user/chat");
  await send(page, "First");
  await send(page, "Second");
  // The history may tell later that a message has arrived, so it is not called failed at once.
  await expect(async () => {
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(doubtful(page)).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByText("No answer came.")).toHaveCount(2);
  await axe();
  await product.desk.switches({ chatDown: false });
  await said(page, "First").getByRole("button", { name: "Remove" }).click();
  await said(page, "Second").getByRole("button", { name: "Send again" }).click();
  await expect(doubtful(page)).toHaveCount(0);
  await expect(said(page, "First")).toHaveCount(0);
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["Second"]);
});

test("a text that is too long is kept, with how many characters it has", async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await send(page, `${"ก".repeat(2000)}!`);
  await expect(text(page)).toHaveAccessibleDescription(/2,000 characters. This one has 2001/);
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveValue(`${"ก".repeat(2000)}!`);
  await expect(page).toHaveTitle(/^Error:/);
  await send(page, "  ");
  await send(page, "ก".repeat(2000));
  await expect(said(page, "กกก")).toBeVisible();
  await expect.poll(() => sentOf(product.desk.chat({ phone }))).toEqual(["ก".repeat(2000)]);
});

test("a long text outlives a change of language, and one that is much too long comes back with its count", async ({
  page,
  member,
}) => {
  await member.signIn();
  await page.goto("/user/chat");
  // By chance, because what repeats itself is compressed to nothing.
  const letters = [..."กขคงจฉชซญฎฐณดตถทธนบปผฝพฟมยรลวศสหอฮะาิีุูเแโไ่้"];
  const long = Array.from({ length: 2000 }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
  await text(page).fill(long);
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name: "ไทย" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "th");
  await expect(page.locator("textarea")).toHaveValue(long);
  await page.locator("textarea").fill("ก".repeat(5_000));
  await page.locator(".composer > button[type=submit]").last().click();
  await expect(page.locator("textarea")).toHaveValue("ก".repeat(5_000));
  await expect(page.locator("textarea")).toHaveAccessibleDescription(/5,?000/);
});

test("support learns what was read, and the member what is new", async ({ page, member, product }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await send(page, "Hello");
  await expect(said(page, "Hello").getByText("Sent", { exact: true })).toBeAttached();
  await page.goto("/user/contact");
  await product.desk.answerChat({ phone, text: "Good morning" });
  expect((await product.desk.chat({ phone })).at(-1)?.isRead).toBe(false);
  await page.goto("/user/chat");
  await expect(page.getByText("1 new")).toBeVisible();
  await expect.poll(async () => (await product.desk.chat({ phone })).at(-1)?.isRead).toBe(true);
  await page.goto("/user/chat");
  await expect(page.getByText("1 new")).toHaveCount(0);
});

test("what support has written meanwhile is counted in the bar of menu pages and of tasks", async ({
  page,
  member,
  product,
  axe,
  javaScriptEnabled,
}) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat");
  await send(page, "Hello");
  await expect(said(page, "Hello").getByText("Sent", { exact: true })).toBeAttached();
  await product.desk.answerChat({ phone, text: "Good morning" });
  const news = page.getByRole("link", { name: "New messages from support: 1" });
  // The number is looked up now and then.
  await expect(async () => {
    await page.goto("/user/contact");
    await expect(news).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await page.goto("/user/withdraw");
  await axe();
  await news.click();
  const chat = javaScriptEnabled ? page.frameLocator("iframe") : page;
  await expect(chat.getByText("Good morning")).toBeVisible();
  await page.goto("/user/withdraw");
  await expect(news).toHaveCount(0);
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const MP4 = Buffer.from("000000186674797069736f6d0000020069736f6d6d703431", "hex");

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

test("sends a picture and a video, and refuses other files", async ({ page, member, product, axe }) => {
  const { username: phone } = await member.signIn();
  await product.desk.switches({ chatAgent: "away" });
  await page.goto("/user/chat/file");
  await axe();
  const choose = async (chosen: ReturnType<typeof file>) => {
    await page.getByLabel("Choose a file").setInputFiles(chosen);
    await page.getByRole("button", { name: "Send file" }).click();
  };
  await page.getByLabel("Message").fill("My slip");
  await choose(file("slip", "image/png", PNG));
  await expect(page.getByRole("alert")).toContainText("File is not supported");
  await axe();
  await choose(file("slip.png", "image/png", Buffer.from("no picture")));
  await expect(page.getByRole("alert")).toContainText("File is not supported");
  await expect(page.getByLabel("Message")).toHaveValue("My slip");
  await choose(file("slip.png", "image/png", PNG));
  await expect(page).toHaveURL("/user/chat#newest");
  await expect(page.getByRole("img", { name: "My slip" })).toBeVisible();
  await page.goto("/user/chat/file");
  await choose(file("clip.mp4", "video/mp4", MP4));
  await expect(page).toHaveURL("/user/chat#newest");
  const payloads = (await product.desk.chat({ phone })).map(({ message }) => message.payload);
  expect(payloads).toMatchObject([
    { fileType: "image", message: "My slip", name: "slip.png" },
    { fileType: "video", message: "", name: "clip.mp4" },
  ]);
});

for (const [what, chosen, limit] of [
  ["a picture of 11 MB", file("slip.png", "image/png", Buffer.concat([PNG, Buffer.alloc(11 * 1024 * 1024)])), 10],
  ["a picture of 25 MB", file("slip.png", "image/png", Buffer.concat([PNG, Buffer.alloc(25 * 1024 * 1024)])), 10],
  ["a video of 21 MB", file("clip.mp4", "video/mp4", Buffer.concat([MP4, Buffer.alloc(21 * 1024 * 1024)])), 20],
] as const)
  test(`${what} is refused with its limit, and nothing is sent`, async ({ page, member, product }) => {
    const { username: phone } = await member.signIn();
    await product.desk.switches({ chatAgent: "away" });
    await page.goto("/user/chat/file");
    await page.getByLabel("Choose a file").setInputFiles(chosen);
    await page.getByRole("button", { name: "Send file" }).click();
    await expect(page.getByRole("alert")).toContainText(`Choose a file of no more than ${limit} MB.`);
    expect(await product.desk.chat({ phone })).toEqual([]);
  });

test("without a chat, the page says so and leads to LINE", async ({ page, member, axe }) => {
  await member.signIn();
  await member.fault({ call: "chatHistory", kind: "error", times: 2 });
  await page.goto("/user/chat");
  await expect(page.getByRole("heading", { name: "Cannot start chatting" })).toBeVisible();
  await expect(page.getByRole("link", { name: /@kram/ })).toHaveAttribute("href", /line/);
  await axe();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(text(page)).toBeVisible();
});

test("a question about a receipt has its reference, and is seen before it is sent", async ({
  page,
  member,
  product,
}) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat?about=3F7K-9QXD-2M");
  await expect(text(page)).toHaveValue("About reference 3F7K-9QXD-2M: ");
  const attach = page.getByRole("link", { name: "Send a picture or video" });
  await page.goto((await attach.getAttribute("href"))!);
  await expect(text(page)).toHaveValue("About reference 3F7K-9QXD-2M:");
  expect(await product.desk.chat({ phone })).toEqual([]);
});

test("if the session has ended at the operator, the chat leads to the login page", async ({
  page,
  member,
  product,
}) => {
  const { username: phone } = await member.signIn();
  await page.goto("/user/chat");
  await expect(text(page)).toBeVisible();
  await product.desk.expireTokens(phone);
  await page.goto("/user/chat");
  await expect(page).toHaveURL("/login?nextUrl=%2Fuser%2Fchat");
});
