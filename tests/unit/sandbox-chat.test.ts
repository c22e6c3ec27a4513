/** The sandbox's chat: its calls over HTTP, and its socket with a real client. */
import { randomUUID } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import { afterEach, describe, expect, test } from "vitest";
import { operator, refused, type Json } from "./sandbox-operator";

const HISTORY = "POST /api/chat/history";
const SEND = "POST /api/chat/send-message";
const READ = "PUT /api/chat/read-customer/";
const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40)]);
const MP4 = Buffer.from("000000186674797069736f6d0000020069736f6d6d703431", "hex");

const guest = () => `guest-${randomUUID()}`;
const text = (payload: string, ids: Json): Json => ({
  sender: "customer",
  message: { message_type: "text", payload, payloads: null },
  session_id: "tab-1",
  ...ids,
});

async function chat(switches: Json = { chatAgent: "away" }) {
  const world = await operator({ switches });
  const history = async (ids: Json, token?: string, skip = 0) =>
    (await world.call(HISTORY, { ...ids, limit: 10, skip }, token)).body as unknown as Json[];
  const upload = async (kind: "image" | "video", file: Buffer | null) => {
    const form = new FormData();
    if (file) form.append("file", new Blob([new Uint8Array(file)]), "file.bin");
    const response = await fetch(`${world.sandbox.url}/api/chat/upload-${kind}`, {
      method: "POST",
      headers: { "X-Requested-With": "wallet-user" },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  return { ...world, history, upload };
}

describe("a conversation", () => {
  test("is read newest first, page by page, by who has it", async () => {
    const { call, history, newcomer } = await chat();
    const { id, token } = await newcomer();
    const ids = { userId: id, guestId: null };
    for (let number = 1; number <= 12; number += 1) await call(SEND, text(`Message ${number}`, ids), token);
    const payloads = (page: Json[]) => page.map(({ message }) => (message as Json).payload);
    expect(payloads(await history(ids, token)).slice(0, 2)).toEqual(["Message 12", "Message 11"]);
    expect(payloads(await history(ids, token, 10))).toEqual(["Message 2", "Message 1"]);
  });

  test("answers a sent message with its time, and knows who sent it", async () => {
    const { call, history } = await chat();
    const guestId = guest();
    const { status, body } = await call(SEND, text("Hello", { userId: null, guestId }));
    const [said] = await history({ userId: null, guestId });
    expect(status).toBe(200);
    expect(said).toMatchObject({ sender: "customer", guestId, userId: null, session_id: "tab-1", createdAt: body });
  });

  test("is closed to other members, to guests, and to tokens that are not valid", async () => {
    const { call, newcomer } = await chat();
    const [one, other] = [await newcomer(), await newcomer()];
    const ids = { userId: one.id, guestId: null };
    const page = { ...ids, limit: 10, skip: 0 };
    expect(await call(HISTORY, page, other.token)).toEqual(refused(401, "UNAUTHORIZED"));
    expect(await call(HISTORY, page)).toEqual(refused(401, "UNAUTHORIZED"));
    expect(await call(SEND, text("x", ids), other.token)).toEqual(refused(401, "UNAUTHORIZED"));
    expect(await call(READ, ids, other.token)).toEqual(refused(401, "UNAUTHORIZED"));
    expect(await call(HISTORY, page, "wrong")).toEqual(refused(401, "invalid-token"));
  });

  test.each<[string, Json]>([
    ["a sender who is not the customer", { sender: "other" }],
    ["a blank text", { message: { message_type: "text", payload: " \n" } }],
    ["2,001 characters", { message: { message_type: "text", payload: "🙂".repeat(2001) } }],
    ["no id", { guestId: null }],
    ["a guest id of another form", { guestId: "guest-1" }],
  ])("refuses %s", async (_what, change) => {
    const { call } = await chat();
    const sent = { ...text("Hello", { userId: null, guestId: guest() }), ...change };
    expect(await call(SEND, sent)).toEqual(refused(400, "KEY_INVALID"));
  });

  test("takes 2,000 characters, however many bytes they have", async () => {
    const { call } = await chat();
    const sent = text("🙂".repeat(2000), { userId: null, guestId: guest() });
    expect((await call(SEND, sent)).status).toBe(200);
  });

  test.each([
    ["ฝากเงินไม่เข้า", /สวัสดี/],
    ["ຝາກເງິນບໍ່ເຂົ້າ", /ສະບາຍດີ/],
    ["My deposit is missing", /Hello/],
  ])("is greeted once, in the language of %s", async (payload, greeting) => {
    const { call, history } = await chat({});
    const ids = { userId: null, guestId: guest() };
    await call(SEND, text(payload, ids));
    await call(SEND, text(payload, ids));
    const answers = (await history(ids)).filter(({ sender }) => sender === "other");
    expect(answers).toHaveLength(1);
    expect((answers[0]!.message as Json).payload).toMatch(greeting);
  });

  test("fails while sending is down", async () => {
    const { call } = await chat({ chatDown: true });
    const sent = text("Hello", { userId: null, guestId: guest() });
    expect(await call(SEND, sent)).toEqual(refused(503, "INTERNAL_SERVER_ERROR"));
  });
});

describe("an upload", () => {
  test("keeps the file at the path that it answers", async () => {
    const { upload, sandbox } = await chat();
    const { body } = await upload("image", PNG);
    const file = await fetch(sandbox.url + (body.path as string));
    expect(file.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true);
  });

  test("is judged by its content", async () => {
    const { upload } = await chat();
    expect((await upload("video", MP4)).status).toBe(200);
    expect(await upload("image", MP4)).toEqual(refused(415, "KEY_INVALID"));
    expect(await upload("video", PNG)).toEqual(refused(415, "KEY_INVALID"));
    expect(await upload("image", Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]))).toEqual(
      refused(413, "KEY_INVALID"),
    );
    expect(await upload("image", null)).toEqual(refused(400, "NO_DATA"));
  });

  test("fails while the storage is down", async () => {
    const { upload } = await chat({ chatStorageDown: true });
    expect(await upload("image", PNG)).toEqual(refused(503, "INTERNAL_SERVER_ERROR"));
  });
});

describe("the socket", () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  const connect = (
    url: string,
    auth: Json,
    headers: Record<string, string> = { "X-Requested-With": "wallet-user" },
  ) => {
    const socket = io(url, { auth, extraHeaders: headers, reconnection: false, forceNew: true });
    sockets.push(socket);
    return socket;
  };
  const outcome = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once("connect", () => resolve("connected"));
      socket.once("connect_error", (error) => resolve(error.message));
    });
  const next = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));

  test("tells a room of messages, of reading and of typing", async () => {
    const { sandbox, control, call } = await chat();
    const guestId = guest();
    const socket = connect(sandbox.url, { guestId });
    expect(await outcome(socket)).toBe("connected");
    expect(await socket.emitWithAck("join", { room: `sandbox-${guestId}` })).toEqual({ ok: true });

    const own = next<Json>(socket, "message");
    await call(SEND, text("Hello", { userId: null, guestId }));
    expect(await own).toMatchObject({ sender: "customer", session_id: "tab-1", message: { payload: "Hello" } });

    const typing = next(socket, "typing");
    control.typeInChat({ guestId });
    expect(await typing).toEqual({ sender: "other", typing: true });

    const answer = next<Json>(socket, "message");
    control.answerChat({ guestId, text: "Good morning" });
    expect(await answer).toMatchObject({ sender: "other", message: { payload: "Good morning" } });

    const read = next<Json>(socket, "read");
    await call(READ, { userId: null, guestId });
    expect(await read).toMatchObject({ guestId, userId: null, sender: "customer" });
    expect(control.chat({ guestId }).map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  test.each<[string, (world: Awaited<ReturnType<typeof chat>>, phone: string) => unknown, string]>([
    ["is gone", ({ control }, phone) => control.setMember({ phone, status: "gone" }), "account-gone"],
    ["is suspended", ({ control }, phone) => control.setMember({ phone, status: "suspended" }), "INVALID_USER_2"],
    ["has an expired token", ({ control }, phone) => control.expireTokens({ phone }), "EXPIRED_AUTH_TOKEN"],
    ["is refused with all others", ({ control }) => control.switches({ terminated: true }), "account-gone"],
  ])("ends with a member who %s, and says why to the next one", async (_what, change, code) => {
    const world = await chat();
    const { phone, token } = await world.newcomer();
    const socket = connect(world.sandbox.url, { token });
    expect(await outcome(socket)).toBe("connected");
    const ended = next(socket, "disconnect");
    change(world, phone);
    expect(await ended).toBe("io server disconnect");
    expect(await outcome(connect(world.sandbox.url, { token }))).toBe(code);
  });

  test("hears nothing more with a token that has run out", async () => {
    const { sandbox, control, newcomer, signIn } = await chat();
    const { id, phone, password, token } = await newcomer();
    const enter = async (token: string) => {
      const socket = connect(sandbox.url, { token });
      expect(await outcome(socket)).toBe("connected");
      await socket.emitWithAck("join", { room: `sandbox-${id}` });
      return socket;
    };
    const old = await enter(token);
    const first = next(old, "disconnect");
    const heard: unknown[] = [];
    old.on("message", (message) => heard.push(message));
    await control.advance({ ms: control.switches().tokenLifeMs });
    const fresh = await enter(await signIn(phone, password));
    const answer = next(fresh, "message");
    control.answerChat({ phone, text: "Hello" });
    await answer;
    await first;
    expect(heard).toEqual([]);
  });

  test("lets nobody into another room", async () => {
    const { sandbox, newcomer } = await chat();
    const [one, other] = [await newcomer(), await newcomer()];
    const socket = connect(sandbox.url, { token: one.token });
    expect(await outcome(socket)).toBe("connected");
    const join = (room: string) => socket.emitWithAck("join", { room });
    expect(await join(`sandbox-${one.id}`)).toEqual({ ok: true });
    for (const room of [`sandbox-${other.id}`, `sandbox-${guest()}`, "", 7 as never])
      expect(await join(room)).toEqual({ ok: false, message: "UNAUTHORIZED" });
  });

  test("refuses a handshake with its code", async () => {
    const { sandbox } = await chat();
    expect(await outcome(connect(sandbox.url, { guestId: guest() }, {}))).toBe("KEY_INVALID");
    expect(await outcome(connect(sandbox.url, {}))).toBe("UNAUTHORIZED");
    expect(await outcome(connect(sandbox.url, { guestId: "guest-1" }))).toBe("UNAUTHORIZED");
    expect(await outcome(connect(sandbox.url, { token: "wrong" }))).toBe("invalid-token");
    sandbox.control.switches({ terminated: true });
    expect(await outcome(connect(sandbox.url, { guestId: guest() }))).toBe("account-gone");
  });

  test("somebody types for 10 s at most, and not without a connection", async () => {
    let now = Date.parse("2026-11-20T08:00:00Z");
    const { sandbox, control, call } = await operator({ clock: { now: () => now }, switches: { chatAgent: "away" } });
    const guestId = guest();
    await call(SEND, text("Hello", { userId: null, guestId }));
    const socket = connect(sandbox.url, { guestId });
    expect(await outcome(socket)).toBe("connected");
    const room = `sandbox-${guestId}`;
    await socket.emitWithAck("join", { room });
    const isTyping = () => control.chats()[0]!.typing;
    const type = async () => {
      socket.emit("typing", { room, typing: true });
      await expect.poll(isTyping).toBe(true);
    };
    await type();
    now += 9_999;
    expect(isTyping()).toBe(true);
    now += 1;
    expect(isTyping()).toBe(false);
    await type();
    socket.disconnect();
    await expect.poll(isTyping).toBe(false);
  });

  test("is dropped by the desk", async () => {
    const { sandbox, control } = await chat();
    const socket = connect(sandbox.url, { guestId: guest() });
    await outcome(socket);
    const left = next<string>(socket, "disconnect");
    control.dropChat();
    expect(await left).toBe("transport close");
  });
});
