/** Whose conversation the chat shows, and how often one may write, in the built product with its sandbox. */
import { encode } from "jpeg-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formWith } from "../support/html";
import { signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let product: Product;
beforeAll(async () => {
  product = await startProduct({ sandbox: { chatAgent: "away" } });
}, 180_000);
afterAll(() => product?.stop());

async function member() {
  const { username, password } = await product.desk.createMember();
  return { phone: username, visitor: await signedIn(product, { username, password }) };
}

/** The script of a page of this browser. */
function scriptOf({ cookies }: Visitor, headers: Record<string, string>) {
  const script = new Visitor(product.url, "br", () => headers);
  for (const [name, value] of cookies) script.cookies.set(name, value);
  return script;
}

async function write(visitor: Visitor, path: string, text: string, more: Record<string, string> = {}) {
  const { values } = formWith((await visitor.get(path)).text, ["text"])!;
  return visitor.send("POST", path, { ...values, text, ...more });
}

test("nobody reads what another member or guest has written, whatever ids they send", async () => {
  const [one, other] = [await member(), await member()];
  const guest = new Visitor(product.url);
  const stranger = new Visitor(product.url);
  await write(one.visitor, "/user/chat", "The secret of one");
  await write(guest, "/chat", "The secret of a guest");
  const ids = { userId: "any", guestId: "any", room: "any" };
  for (const reader of [other.visitor, stranger]) {
    const path = reader === stranger ? "/chat" : "/user/chat";
    await write(reader, path, "Hello", ids);
    const page = await reader.get(`${path}?userId=any&guestId=any`);
    expect(page.text).toContain("Hello");
    expect(page.text).not.toContain("The secret");
  }
  expect((await one.visitor.get("/user/chat")).text).toContain("The secret of one");
  expect((await guest.get("/chat")).text).toContain("The secret of a guest");
  expect(await product.desk.chat({ phone: other.phone })).toHaveLength(1);
});

test("no page shows the id of a guest's conversation, which is its only secret", async () => {
  const guest = new Visitor(product.url);
  await write(guest, "/chat", "Hello");
  expect((await guest.get("/chat")).text).not.toMatch(/guest-[\da-f]{8}/);
});

test("whatever a guest sends first at the same time begins one conversation", async () => {
  const guest = new Visitor(product.url);
  const { values } = formWith((await guest.get("/chat")).text, ["text"])!;
  const upload = formWith((await guest.get("/chat/file")).text, ["file"])!;
  await Promise.all([
    guest.send("POST", "/chat", { ...values, text: "Anybody there?" }),
    guest.send("POST", "/chat", { ...values, text: "My slip:" }),
    guest.send("POST", "/chat/file", { ...upload.values, file: { name: "a.png", type: "image/png", bytes: PNG } }),
  ]);
  const page = await guest.get("/chat");
  expect(page.text.match(/<li[^>]* class="message"/g)).toHaveLength(3);
});

test("the script of another session's page reads nothing here", async () => {
  const { visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat")).text, ["text"])!;
  const read = (token: string) => scriptOf(visitor, { "X-Chat-Page": token }).send("GET", "/user/chat/messages");
  expect((await read(values._t!)).status).toBe(200);
  const other = formWith((await (await member()).visitor.get("/user/chat")).text, ["text"])!;
  for (const foreign of ["x", other.values._t!]) {
    const { status, headers } = await read(foreign);
    expect([status, headers.location]).toEqual([303, "/user/chat"]);
  }
});

test("a script is told that a message or a file was taken, and that the session is over by a redirect", async () => {
  const { phone, visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat")).text, ["text"])!;
  const file = { name: "a.png", type: "image/png", bytes: PNG };
  const script = scriptOf(visitor, { "X-Requested-With": "fetch" });
  const said = await script.send("POST", "/user/chat/messages", { ...values, text: "Taken" });
  const sent = await script.send("POST", "/user/chat/file", { ...values, id: "a-file-of-the-script", file });
  expect([said.status, sent.status, sent.headers.location]).toEqual([204, 201, "/user/chat#newest"]);
  expect(await product.desk.chat({ phone })).toHaveLength(2);
  await product.desk.fault({ call: "sendChatMessage", kind: "unauthorized", phone });
  const over = await script.send("POST", "/user/chat/messages", { ...values, id: "another-id", text: "Late" });
  expect([over.status, over.headers.location]).toEqual([303, expect.stringMatching(/^\/login/)]);
});

test("the same form sent twice is one message, and another text of it is another", async () => {
  const { phone, visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat")).text, ["text"])!;
  await Promise.all([1, 2].map(() => visitor.send("POST", "/user/chat", { ...values, text: "Once" })));
  await visitor.send("POST", "/user/chat", { ...values, text: "Once" });
  await visitor.send("POST", "/user/chat", { ...values, text: "Another" });
  const said = await product.desk.chat({ phone });
  expect(said.map(({ message }) => message.payload).sort()).toEqual(["Another", "Once"]);
});

test("another picture of the same name from the same form is another message", async () => {
  const { phone, visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat/file")).text, ["file"])!;
  const photo = (shade: number) => encode({ width: 16, height: 16, data: Buffer.alloc(16 * 16 * 4, shade) }).data;
  for (const bytes of [photo(50), photo(200), photo(50), photo(200)])
    await visitor.send("POST", "/user/chat/file", {
      ...values,
      file: { name: "image.jpg", type: "image/jpeg", bytes },
    });
  await expect.poll(() => product.desk.chat({ phone })).toHaveLength(2);
});

test.each([
  ["a name in Thai", "สลิปโอนเงิน.png", "สลิปโอนเงิน.png"],
  ["a long name", `${"😀".repeat(100)}.png`, `${"😀".repeat(76)}.png`],
  ["a name that turns round what follows", "slip\u202egnp.png", "slipgnp.png"],
])("support gets a file by its name: %s", async (_, name, shown) => {
  const { phone, visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat/file")).text, ["file"])!;
  await visitor.send("POST", "/user/chat/file", { ...values, file: { name, type: "image/png", bytes: PNG } });
  await expect.poll(() => product.desk.chat({ phone })).toMatchObject([{ message: { payload: { name: shown } } }]);
});

test("a text of which nothing is seen is not sent, and control characters are not", async () => {
  const { phone, visitor } = await member();
  for (const text of [" \n ", "\u200b\u200b", "\u0000", "\u2800", "\u3164", "\ufe0f", "before\u0000 after"])
    await write(visitor, "/user/chat", text);
  expect((await product.desk.chat({ phone })).map(({ message }) => message.payload)).toEqual(["before after"]);
});

test("a GET sends nothing", async () => {
  const { phone, visitor } = await member();
  for (const path of ["/user/chat?text=x&id=12345678", "/user/chat/resend", "/user/chat/remove", "/user/chat/link"])
    await visitor.get(path);
  expect(await product.desk.chat({ phone })).toEqual([]);
});

test("after a restart, an answer of support is announced on the next pages", async () => {
  const own = await startProduct({ sandbox: { chatAgent: "away" } });
  try {
    const { username, password } = await own.desk.createMember();
    const visitor = await signedIn(own, { username, password }, "en");
    await write(visitor, "/user/chat", "Hello");
    await own.restart();
    await own.desk.answerChat({ phone: username, text: "Good morning" });
    const hasNews = async () => (await visitor.get("/user/contact")).text.includes("New messages from support: 1");
    await expect.poll(hasNews, { timeout: 30_000, interval: 500 }).toBe(true);
  } finally {
    await own.stop();
  }
}, 180_000);

test("the twenty-first message of a minute waits, and is kept", async () => {
  const limited = await startProduct({ env: { RATE_LIMITS: "on" }, sandbox: { chatAgent: "away" } });
  try {
    const visitor = new Visitor(limited.url);
    const { values } = formWith((await visitor.get("/chat")).text, ["text"])!;
    const statuses = [];
    for (let number = 1; number <= 21; number += 1)
      statuses.push((await visitor.send("POST", "/chat", { ...values, text: `Message ${number}` })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(303), 429]);
  } finally {
    await limited.stop();
  }
}, 180_000);

test("without a chat of the operator, all its pages lead to the one that says so", async () => {
  const { visitor } = await member();
  await product.desk.switches({ chatWidget: false });
  try {
    for (const [who, base] of [
      [new Visitor(product.url), "/chat"],
      [visitor, "/user/chat"],
    ] as const)
      for (const path of [base, `${base}/file`]) {
        const page = await who.get(path);
        expect(page.path, path).toBe(base);
        expect(page.text, path).toMatch(/role="alert"/);
        expect(page.text, path).not.toMatch(/<textarea|type="file"/);
      }
  } finally {
    await product.desk.switches({ chatWidget: true });
  }
});

test("what was open when the operator switched its chat off sends nothing, and keeps what was typed", async () => {
  const { phone, visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat")).text, ["text"])!;
  const upload = formWith((await visitor.get("/user/chat/file")).text, ["file"])!;
  const file = { ...upload.values, file: { name: "a.png", type: "image/png", bytes: PNG } };
  const script = scriptOf(visitor, { "X-Requested-With": "fetch" });
  await product.desk.switches({ chatWidget: false });
  try {
    expect((await script.send("POST", "/user/chat", { ...values, text: "Anybody?" })).status).toBe(503);
    expect((await script.send("POST", "/user/chat/file", file)).status).toBe(503);
    for (const [path, fields] of [
      ["/user/chat", { ...values, text: "Anybody?" }],
      ["/user/chat/file", file],
    ] as const) {
      expect((await visitor.send("POST", path, fields)).headers.location, path).toBe("/user/chat");
      expect((await visitor.get("/user/chat")).text).toMatch(/role="alert"/);
    }
    expect(await product.desk.chat({ phone })).toEqual([]);
  } finally {
    await product.desk.switches({ chatWidget: true });
  }
  expect((await visitor.get("/user/chat")).text).toMatch(/<textarea[^>]*>Anybody\?/);
});

test("a form with more than its own fields hold is not said to have a wrong file", async () => {
  const { visitor } = await member();
  const { values } = formWith((await visitor.get("/user/chat/file")).text, ["file"])!;
  const file = { name: "a.png", type: "image/png", bytes: PNG };
  const page = await visitor.send("POST", "/user/chat/file", { ...values, text: "x".repeat(3000), file });
  expect(page.status).toBe(400);
  expect(page.text).not.toContain("File is not supported");
});
