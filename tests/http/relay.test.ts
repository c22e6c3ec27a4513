/** The chat's sockets of the built product, beside an operator's chat that refuses, drops and talks out of turn. */
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browserOf, connected, next, openSocket } from "../support/chat-socket";
import { startProduct, type Product } from "../support/product";

const http = createServer();
const operator = new Server(http);
/** What the operator's chat was asked, in order. */
const joined: { room: string; auth: unknown; marker: unknown }[] = [];
let refuses: string | null = null;
operator.use((_, go) => go(refuses === null ? undefined : new Error(refuses)));
operator.on("connection", (socket) => {
  socket.on("join", ({ room }: { room: string }, answer: (value: unknown) => void) => {
    joined.push({ room, auth: socket.handshake.auth, marker: socket.handshake.headers["x-requested-with"] });
    void socket.join(room);
    answer({ ok: true });
  });
  socket.on("typing", (value: unknown) => void socket.broadcast.emit("seen-typing", value));
});

let product: Product;
beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  product = await startProduct({
    env: { OPERATOR_CHAT_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}` },
  });
});
const sockets: Socket[] = [];
beforeEach(() => void joined.splice(0));
afterEach(() => {
  refuses = null;
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await product?.stop();
  await operator.close();
});

const memberWithForm = async () => browserOf(product, await product.desk.createMember({ wallet: 100_00 }));

/** As a browser opens a socket; it is closed after the test. */
function open(...how: Parameters<typeof openSocket>) {
  const opened = openSocket(...how);
  sockets.push(opened.socket);
  return opened;
}

/** Waits until the browser's socket hears the operator. */
async function live({ socket, heard }: ReturnType<typeof open>): Promise<void> {
  while (!heard.some(({ event, value }) => event === "live" && value === true)) await next(socket, "live");
}

const roomOf = () => joined.at(-1)!.room;
const said = (text: string, ids: object = {}) => ({
  sender: "other",
  message: { message_type: "text", payload: text },
  createdAt: "2026-11-20T08:00:00.000Z",
  username: "agent",
  deviceToken: "secret-device",
  ...ids,
});

describe("who may open a socket", () => {
  test.each(["websocket", "polling"] as const)("a member with a page of ours, by %s", async (transport) => {
    const { socket } = open(await memberWithForm(), { transports: [transport] });
    expect(await connected(socket)).toBe("connected");
  });

  test.each([
    ["another site's page", "https://evil.example"],
    ["a page without an origin", null],
  ])("not %s", async (_, origin) => {
    const { socket } = open(await memberWithForm(), { origin });
    expect(await connected(socket)).toBe("websocket error");
  });

  test("not a browser without the token of a page", async () => {
    const { socket } = open({ ...(await memberWithForm()), token: "made-up" });
    expect(await connected(socket)).toBe("refused");
  });

  test("not one with another member's token", async () => {
    const [one, other] = [await memberWithForm(), await memberWithForm()];
    const { socket } = open({ visitor: one.visitor, token: other.token });
    expect(await connected(socket)).toBe("refused");
  });

  test("at most five tabs of one session; a closed one makes room", async () => {
    const member = await memberWithForm();
    const tabs = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const { socket } = open(member);
        return { socket, end: await connected(socket) };
      }),
    );
    const inside = tabs.filter(({ end }) => end === "connected");
    expect(inside).toHaveLength(5);
    inside[0]!.socket.disconnect();
    await expect.poll(async () => connected(open(member).socket)).toBe("connected");
  });
});

test("all tabs of a member share one socket to the operator, which bears the member's token and our mark", async () => {
  const member = await memberWithForm();
  const tabs = [open(member), open(member)];
  await Promise.all(tabs.map(live));
  expect(joined).toHaveLength(1);
  expect(joined[0]).toMatchObject({ marker: "wallet-user", auth: { token: expect.any(String) } });
  operator.to(roomOf()).emit("message", said("hello"));
  for (const { socket, heard } of tabs) {
    while (!heard.some(({ event }) => event === "message")) await next(socket, "message");
    const { value } = heard.find(({ event }) => event === "message")!;
    expect(value).toEqual({
      sender: "other",
      message: { message_type: "text", payload: "hello" },
      createdAt: "2026-11-20T08:00:00.000Z",
      session_id: null,
    });
  }
});

test("nobody hears another member, and what is not for a room is not relayed", async () => {
  const one = open(await memberWithForm());
  await live(one);
  const first = roomOf();
  const other = open(await memberWithForm());
  await live(other);
  const second = roomOf();
  expect(second).not.toBe(first);
  operator.to(second).emit("message", said("for another", { userId: "somebody" }));
  operator.to(second).emit("message", { nonsense: true });
  for (const nothing of [null, undefined, 7, "text", []]) operator.to(second).emit("message", nothing);
  for (const nothing of [null, 7]) for (const event of ["read", "typing"]) operator.to(second).emit(event, nothing);
  operator.to(second).emit("message", { ...said("null"), message: null });
  operator.to(second).emit("message", { sender: 5, message: 7 });
  operator.to(second).emit("message", { ...said("7"), message: 7 });
  operator.to(second).emit("message", { ...said("5"), sender: 5 });
  operator.to(second).emit("read", { sender: "customer" });
  operator.to(second).emit("message", said("for the second"));
  await next(other.socket, "message");
  expect(other.heard.filter(({ event }) => event !== "live")).toHaveLength(1);
  expect(one.heard.filter(({ event }) => event !== "live")).toEqual([]);
});

test("after the operator's socket was cut, the browser is told that there is a gap to fill", async () => {
  const tab = open(await memberWithForm());
  await live(tab);
  const before = tab.heard.length;
  operator.disconnectSockets(true);
  await expect
    .poll(() => tab.heard.slice(before))
    .toEqual([
      { event: "live", value: false },
      { event: "live", value: true },
    ]);
});

test("a room that the operator refuses is told so, and keeps its socket", async () => {
  refuses = "INTERNAL_SERVER_ERROR";
  const tab = open(await memberWithForm());
  await next(tab.socket, "refused");
  expect(tab.heard).toContainEqual({ event: "refused", value: "chat" });
  expect(tab.socket.connected).toBe(true);
});

test("nobody gets a socket while the operator has its chat switched off", { timeout: 60_000 }, async () => {
  const member = await memberWithForm();
  const tried = async () => {
    const { socket } = open(member);
    const end = await connected(socket);
    socket.disconnect();
    return end;
  };
  // What the operator has said counts for five seconds.
  const patience = { interval: 500, timeout: 15_000 };
  await product.desk.switches({ chatWidget: false });
  try {
    await expect.poll(tried, patience).toBe("chat");
  } finally {
    await product.desk.switches({ chatWidget: true });
  }
  await expect.poll(tried, patience).toBe("connected");
});

test.each([
  ["whose account is gone", "account-gone", "gone"],
  ["who is suspended", "INVALID_USER_2", "chat"],
  ["whose session has ended", "EXPIRED_AUTH_TOKEN", "chat"],
])("the sockets of a member %s at the operator are closed, and no others are opened", async (_, code, told) => {
  const member = await memberWithForm();
  const tabs = [open(member), open(member)];
  await Promise.all(tabs.map(live));
  const ended = tabs.map(({ socket }) => next(socket, "disconnect"));
  refuses = code;
  operator.disconnectSockets(true);
  expect(await Promise.all(ended)).toEqual(["io server disconnect", "io server disconnect"]);
  for (const { heard } of tabs) expect(heard).toContainEqual({ event: "refused", value: told });
  expect(await connected(open(member).socket)).toBe("refused");
});

test("if one session of a member has ended at the operator, another one hears on", async () => {
  const account = await product.desk.createMember({ wallet: 100_00 });
  const [old, fresh] = [await browserOf(product, account), await browserOf(product, account)];
  const after = open(fresh);
  await live(after);
  // It speaks for the room now.
  const before = open(old);
  await connected(before.socket);
  const ended = next(before.socket, "disconnect");
  refuses = "INVALID_USER_3";
  operator.disconnectSockets(true);
  expect(await ended).toBe("io server disconnect");
  refuses = null;
  expect(after.socket.connected).toBe(true);
  const again = open(fresh);
  await live(again);
});

test("typing reaches the operator, and the support's typing the browser", async () => {
  const tab = open(await memberWithForm());
  await live(tab);
  const seen = new Promise((resolve) => {
    for (const socket of operator.of("/").sockets.values()) socket.once("typing", resolve);
  });
  tab.socket.emit("typing", true);
  expect(await seen).toEqual({ room: roomOf(), typing: true });
  operator.to(roomOf()).emit("typing", { sender: "other", typing: true });
  await next(tab.socket, "typing");
  expect(tab.heard.at(-1)).toEqual({ event: "typing", value: true });
});

test("three unknown or malformed events close the socket", async () => {
  const { socket } = open(await memberWithForm());
  await connected(socket);
  socket.emit("join", { room: "sandbox-other" });
  socket.emit("typing", "yes");
  socket.emit("read", Buffer.from("binary"));
  expect(await next(socket, "disconnect")).toBe("io server disconnect");
});

test("more read marks than are passed on close no socket, and the last one is made up for", async () => {
  const { socket } = open(await memberWithForm());
  await connected(socket);
  const told = async () => (await product.desk.calls("markChatRead")).received;
  const before = await told();
  for (let count = 0; count < 20; count += 1) socket.emit("read");
  await expect.poll(told).toBe(before + 10);
  await expect.poll(told, { timeout: 20_000 }).toBe(before + 11);
  expect(socket.connected).toBe(true);
});

test.each(["websocket", "polling"] as const)(
  "packets without end, which socket.io answers by itself, close the socket, by %s",
  async (transport) => {
    const { socket } = open(await memberWithForm(), { transports: [transport] });
    await connected(socket);
    const ended = next(socket, "disconnect");
    let isOver = false;
    void ended.then(() => (isOver = true));
    // To join what does not exist is no event.
    for (let number = 0; number < 2000 && !isOver; number += 1) {
      socket.io.engine.write(`0/nowhere-${number},`);
      if (number % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await ended;
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  },
);

test("whoever polls cannot try a WebSocket beside it, on which nobody would count", async () => {
  const { socket } = open(await memberWithForm(), { transports: ["polling"] });
  await connected(socket);
  const { id } = socket.io.engine as unknown as { id: string };
  const address = `${product.url}/chat/socket/?EIO=4&transport=websocket&sid=${id}`;
  const headers = {
    Origin: product.url,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const tried = new Promise((resolve, reject) =>
    get(address, { headers }, ({ statusCode }) => resolve(statusCode))
      .on("upgrade", () => resolve("opened"))
      .on("error", reject),
  );
  expect(await tried).toBe(400);
  expect(socket.connected).toBe(true);
});

test.each(["ping", "pong"] as const)("a %s without end closes the socket", async (kind) => {
  const { socket } = open(await memberWithForm());
  await connected(socket);
  const ended = next(socket, "disconnect");
  const { ws } = socket.io.engine.transport as unknown as { ws: Record<typeof kind, () => void> };
  for (let number = 0; number < 200; number += 1) ws[kind]();
  await ended;
});

test("more than 16 KB at once close the socket", async () => {
  const { socket } = open(await memberWithForm());
  await connected(socket);
  socket.emit("typing", "x".repeat(20_000));
  await next(socket, "disconnect");
});

test("the socket ends with the session, in this tab and in the others", async () => {
  const member = await memberWithForm();
  const tabs = [open(member), open(member)];
  await Promise.all(tabs.map(({ socket }) => connected(socket)));
  const ended = Promise.all(tabs.map(({ socket }) => next(socket, "disconnect")));
  await member.visitor.post("/logout", { _t: member.token });
  await ended;
  expect(await connected(open(member).socket)).not.toBe("connected");
});

test.each([
  ["whose session has ended at the operator", (phone: string) => product.desk.expireTokens(phone)],
  ["who was suspended", (phone: string) => product.desk.setMember({ phone, status: "suspended" })],
  ["whose account is gone", (phone: string) => product.desk.setMember({ phone, status: "gone" })],
])("the sockets of a member %s end with the first message that they have read", async (_, change) => {
  const account = await product.desk.createMember({ wallet: 100_00 });
  const member = await browserOf(product, account);
  const tabs = [open(member), open(member)];
  await Promise.all(tabs.map(live));
  await change(account.username);
  const ended = Promise.all(tabs.map(({ socket }) => next(socket, "disconnect")));
  tabs[0]!.socket.emit("read");
  await ended;
});

test("a stop closes the sockets, and the process ends", async () => {
  const { socket } = open(await memberWithForm());
  await connected(socket);
  const closed = next(socket, "disconnect");
  expect(await product.kill("SIGTERM")).toBe(0);
  await closed;
  await product.restart();
});
