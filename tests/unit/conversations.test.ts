import { describe, expect, test, vi } from "vitest";
import { createConversations, type PersonChat } from "../../server/conversation/conversations";
import { sqliteOutbox } from "../../server/conversation/outbox";
import { sqliteSeenChats } from "../../server/conversation/seen";
import { migrate, openDatabase } from "../../server/database";
import type { ChatMessage, Conversation } from "../../server/operator/contract/chat";
import type { OperatorClient } from "../../server/operator/client";
import { SESSIONS_SCHEMA } from "../../server/session/schema";
import { noBus } from "../../server/workers/bus";

const outage = { works: () => {}, failed: () => {} };

test("a file whose process ended is no message on its way for ever, and is taken when it is sent again", async () => {
  let time = Date.UTC(2026, 0, 1);
  const now = () => time;
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  // The operator has no message.
  const call = (async () => ({ kind: "answer", output: [] })) as unknown as OperatorClient["call"];
  const outbox = sqliteOutbox(database, now);
  const seenChats = sqliteSeenChats(database, now, outage);
  const conversations = createConversations({
    client: { call },
    outbox,
    seenChats,
    bus: noBus,
    now,
    elsewhere: { mostMs: 20, lookMs: 10 },
  });
  const chat = conversations({ userId: "member-1", guestId: null }, { token: "token" });
  const isNew = { done: expect.any(Function) as unknown };

  expect(await chat.file("form-1", "slip.png", "mark")).toEqual(isNew);
  expect((await chat.waiting([])).map(({ state }) => state)).toEqual(["uploading_file"]);
  expect(await chat.file("form-1", "slip.png", "mark"), "while it is on its way").toBe("elsewhere");
  time += 11 * 60_000;
  expect(await chat.waiting([])).toEqual([]);
  expect(await chat.file("form-1", "slip.png", "mark")).toEqual(isNew);
  time += 11 * 60_000;
  expect(await chat.file("form-1", "slip.png", "mark"), "also if nobody has looked").toEqual(isNew);
});

test("a file that is on its way in another process is taken when that one has it, or else in its place", async () => {
  const now = Date.now;
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const call = (async ({ path }: { path: string }) => ({
    kind: "answer",
    output: path === "/api/chat/send-message" ? new Date() : [],
  })) as unknown as OperatorClient["call"];
  const seenChats = sqliteSeenChats(database, now, outage);
  const [one, other] = [1, 2].map(() =>
    createConversations({ client: { call }, outbox: sqliteOutbox(database, now), seenChats, bus: noBus, now })(
      { userId: "member-1", guestId: null },
      { token: "token" },
    ),
  ) as [PersonChat, PersonChat];
  const turn = async (chat: PersonChat, id: string) => {
    const answer = await chat.file(id, "slip.png", "mark");
    if (typeof answer === "string") throw new Error(answer);
    return answer;
  };
  const picture = { message_type: "media" as const, payload: { url: "/a.png" }, payloads: null } as ChatMessage;

  const arriving = await turn(one, "form-1");
  const second = other.file("form-1", "slip.png", "mark");
  await arriving.done(picture);
  expect(await second).toBe("taken");

  const dead = await turn(one, "form-2");
  const inItsPlace = turn(other, "form-2");
  await dead.done(null);
  await (await inItsPlace).done(picture);
  expect((await one.waiting([])).map(({ form, state }) => `${form} ${state}`)).toEqual([
    "form-1 succeed",
    "form-2 succeed",
  ]);
});

test("what the operator has taken stays on the page until its history has it", async () => {
  let time = Date.UTC(2026, 0, 1);
  const now = () => time;
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const outbox = sqliteOutbox(database, now);
  const call = (async () => ({ kind: "answer", output: [] })) as unknown as OperatorClient["call"];
  const seenChats = sqliteSeenChats(database, now, outage);
  const conversations = createConversations({ client: { call }, outbox, seenChats, bus: noBus, now });
  const chat = conversations({ userId: "member-1", guestId: null }, { token: "token" });
  const say = (id: string) => chat.send(id, { message_type: "text", payload: "hello", payloads: null });

  await say("form-1");
  const [taken] = await chat.waiting([]);
  expect(taken).toMatchObject({ form: "form-1", state: "succeed", message: { payload: "hello" } });
  const arrived = { session_id: taken!.id } as Conversation;
  expect(await chat.waiting([arrived])).toEqual([]);
  expect(await chat.waiting([]), "once the history had it").toEqual([]);
  expect((await outbox.list("member-1")).map(({ message }) => message)).toEqual([null]);

  await say("form-2");
  time += 11 * 60_000;
  expect(await chat.waiting([]), "a history that never has it").toEqual([]);
});

test("what failed and was removed is sent again from the form that still has it, once", async () => {
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const now = Date.now;
  const outbox = sqliteOutbox(database, now);
  const seenChats = sqliteSeenChats(database, now, outage);
  let isOpen = false;
  let sent = 0;
  const call = (async ({ path }: { path: string }) => {
    if (path === "/api/chat/history") return { kind: "answer", output: [] };
    if (path !== "/api/chat/send-message") return { kind: "answer", output: null };
    if (!isOpen) return { kind: "refused", code: "CHAT_CLOSED", proves: true };
    sent += 1;
    return { kind: "answer", output: new Date() };
  }) as unknown as OperatorClient["call"];
  const chat = createConversations({ client: { call }, outbox, seenChats, bus: noBus, now })(
    { userId: "member-1", guestId: null },
    { token: "token" },
  );
  const say = () => chat.send("form-1", { message_type: "text", payload: "hello", payloads: null });

  await say();
  const [failed] = await chat.waiting([]);
  expect(failed).toMatchObject({ state: "failed" });
  await chat.remove(failed!.id);
  expect(await chat.waiting([])).toEqual([]);
  expect(await chat.taken(), "the operator has not taken it").toEqual([]);
  isOpen = true;
  await say();
  await say();
  expect(sent).toBe(1);
  expect((await chat.waiting([])).map(({ state }) => state)).toEqual(["succeed"]);
});

test("a message whose answer was lost may have arrived: it is not called unsent, and a refused one is", async () => {
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const now = Date.now;
  let answer: object = { kind: "unknown" };
  let sent = 0;
  const call = (async ({ path }: { path: string }) => {
    if (path !== "/api/chat/send-message") return { kind: "answer", output: [] };
    sent += 1;
    return answer;
  }) as unknown as OperatorClient["call"];
  const chat = createConversations({
    client: { call },
    outbox: sqliteOutbox(database, now),
    seenChats: sqliteSeenChats(database, now, outage),
    bus: noBus,
    now,
  })({ userId: "member-1", guestId: null }, { token: "token" });
  const say = () => chat.send("form-1", { message_type: "text", payload: "hello", payloads: null });
  await say();
  const first = async () => (await chat.waiting([]))[0]!;
  await expect.poll(async () => (await first()).state, { timeout: 30_000 }).toBe("failed");
  const lost = await first();
  expect(lost).toMatchObject({ isDoubtful: true });
  await say();
  expect(sent, "a script that has not heard of it sends it again").toBe(1);
  answer = { kind: "refused", code: "CHAT_CLOSED", proves: true };
  await chat.resend(lost.id);
  const refused = await first();
  expect(refused).toMatchObject({ state: "failed", refusal: expect.any(String) as string });
  expect(refused.isDoubtful).toBeFalsy();
});

test("support is told a second after the page was shown, once, and the page's own count at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const asked: string[] = [];
  const call = (async ({ method, path }: { method: string; path: string }) => {
    asked.push(`${method} ${path}`);
    return { kind: "answer", output: [] };
  }) as unknown as OperatorClient["call"];
  const now = Date.now;
  const outbox = sqliteOutbox(database, now);
  const seenChats = sqliteSeenChats(database, now, outage);
  const chat = createConversations({ client: { call }, outbox, seenChats, bus: noBus, now })(
    { userId: "member-1", guestId: null },
    { token: "token" },
  );
  const told = [chat.seen(1_000, 1_000), chat.seen(1_000, 1_000)];
  expect((await seenChats.read("member-1")).until).toBe(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(told);
  expect(asked).toEqual(["PUT /api/chat/read-customer/"]);
  vi.useRealTimers();
});

/** A conversation with an operator whose clock differs by so many milliseconds; none: it tells no times. */
function skewed(skew: number | null) {
  let time = Date.UTC(2026, 0, 1);
  const now = () => time;
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  const said: Conversation[] = [];
  const say = (sender: Conversation["sender"]) => {
    time += 1_000;
    const createdAt = skew === null ? undefined : new Date(time + skew);
    said.unshift({ sender, message: { message_type: "text", payload: "hello" }, createdAt });
    return createdAt ?? new Date(time);
  };
  const call = (async ({ path }: { path: string }) => {
    if (path === "/api/chat/history") return { kind: "answer", output: said };
    return { kind: "answer", output: path === "/api/chat/send-message" ? say("customer") : null };
  }) as unknown as OperatorClient["call"];
  const outbox = sqliteOutbox(database, now);
  const seenChats = sqliteSeenChats(database, now, outage);
  const conversations = createConversations({ client: { call }, outbox, seenChats, bus: noBus, now });
  const chat = conversations({ userId: "member-1", guestId: null }, { token: "token" });
  return {
    chat,
    answer: () => say("other").getTime(),
    /** As the relay notes it. */
    hear: (at: number) => seenChats.show("member-1", at),
    read: () => chat.history({ limit: 10, skip: 0 }),
    async unread() {
      time += 60_000;
      const count = await chat.unread();
      expect(await chat.unread(), "the next page").toBe(count);
      return count;
    },
  };
}

describe.each([
  ["5 s ahead of ours", 5_000],
  ["an hour ahead of ours", 3_600_000],
  ["30 s behind ours", -30_000],
])("with an operator's clock that is %s", (_, skew) => {
  test("what a page or the socket has shown is not new once it was read, and what comes after it is", async () => {
    const { chat, answer, hear, read, unread } = skewed(skew);
    const first = answer();
    await read();
    await chat.seen(first);
    expect(await unread()).toBe(0);
    await hear(answer());
    expect(await unread(), "heard and not read").toBe(1);
    await chat.seenAll();
    expect(await unread(), "read at the socket").toBe(0);
    answer();
    await read();
    await chat.seenAll();
    expect(await unread(), "the page has filled a gap").toBe(0);
    answer();
    expect(await unread()).toBe(1);
  });

  test("who begins a conversation has seen what was said before, and not the answer", async () => {
    const { chat, answer, unread } = skewed(skew);
    answer();
    await chat.send("form-1", { message_type: "text", payload: "hello", payloads: null });
    expect(await unread()).toBe(0);
    answer();
    expect(await unread()).toBe(1);
  });
});

test("messages without a time are never new", async () => {
  const { chat, answer, read, unread } = skewed(null);
  answer();
  await read();
  await chat.seen(0);
  answer();
  expect(await unread()).toBe(0);
});
