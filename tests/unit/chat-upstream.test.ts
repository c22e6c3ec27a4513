/** The relay's sockets to the operator's chat, with a real one that refuses for a while. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { Server } from "socket.io";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUpstreams, type Upstreams } from "../../server/chat/upstream";

const TYPING_MS = 200;
const RETRY_MS = 30;

let http: HttpServer;
let operator: Server;
let upstreams: Upstreams;
/** Why the operator refuses, and where. */
let refuses: { at: "handshake" | "join"; code: string } | null;
/** How often the operator was asked. */
let tries: number;
/** Called when it is asked. */
let asked: () => void;
let heard: unknown[];
/** What it was told of typing. */
let typed: boolean[];

beforeEach(async () => {
  refuses = null;
  tries = 0;
  asked = () => {};
  heard = [];
  typed = [];
  http = createServer();
  operator = new Server(http);
  operator.use((_, go) => {
    tries += 1;
    asked();
    go(refuses?.at === "handshake" ? new Error(refuses.code) : undefined);
  });
  operator.on("connection", (socket) => {
    socket.on("join", (_: unknown, answer: (value: unknown) => void) =>
      answer(refuses?.at === "join" ? { ok: false, message: refuses.code } : { ok: true }),
    );
    socket.on("typing", ({ typing }: { typing: boolean }) => typed.push(typing));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  upstreams = createUpstreams({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    headers: {},
    log: pino({ level: "silent" }),
    lingerMs: 50,
    retryMs: RETRY_MS,
    typingMs: TYPING_MS,
    connectMs: 300,
    heard: () => {},
    live: (_, live) => void heard.push(live),
    refused: (_, code) => void heard.push(code),
  });
});
afterEach(async () => {
  upstreams.close();
  await operator.close();
});

test.each(["handshake", "join"] as const)(
  "a room that was refused at its %s is live again once the operator lets it in, while a browser stays",
  async (at) => {
    refuses = { at, code: "INTERNAL_SERVER_ERROR" };
    const room = upstreams.join("room", { token: "token" })!;
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
    expect(new Set(heard)).toEqual(new Set(["INTERNAL_SERVER_ERROR"]));
    refuses = null;
    await expect.poll(() => heard.at(-1)).toBe(true);
    expect(room.isLive).toBe(true);
    refuses = { at, code: "UNAUTHORIZED" };
    operator.disconnectSockets(true);
    await expect.poll(() => heard.slice(-2)).toContain("UNAUTHORIZED");
    refuses = null;
    await expect.poll(() => heard.at(-1)).toBe(true);
  },
);

test("where no WebSocket leads to the operator it is heard by polling", async () => {
  operator.engine.opts.transports = ["polling"];
  upstreams.join("room", { token: "token" });
  await expect.poll(() => heard.at(-1)).toBe(true);
});

test("where a WebSocket is swallowed instead of refused, too", async () => {
  http.removeAllListeners("upgrade");
  const swallowed: Duplex[] = [];
  http.on("upgrade", (_, socket) => swallowed.push(socket));
  upstreams.join("room", { token: "token" });
  await expect.poll(() => heard.at(-1), { timeout: 5_000 }).toBe(true);
  for (const socket of swallowed) socket.destroy();
});

test.each(["handshake", "join"] as const)("an account that is gone ends it, at its %s", async (at) => {
  refuses = { at, code: "account-gone" };
  upstreams.join("room", { token: "token" });
  await expect.poll(() => heard).toEqual(["account-gone"]);
  await wait(200);
  expect(tries).toBe(1);
});

test("the tries become rarer, and end when the last browser has left", async () => {
  refuses = { at: "handshake", code: "INTERNAL_SERVER_ERROR" };
  const at: number[] = [];
  asked = () => {
    at.push(performance.now());
    if (tries === 5) room.leave();
  };
  const room = upstreams.join("room", { token: "token" })!;
  await expect.poll(() => tries).toBe(5);
  // Waits are a quarter shorter at most, and longer on a busy machine.
  for (const nth of [0, 1, 2, 3]) expect(at[nth + 1]! - at[nth]!).toBeGreaterThan(0.7 * RETRY_MS * 2 ** nth);
  await wait(RETRY_MS * 2 ** 4 * 2);
  expect(tries).toBe(5);
});

describe("typing", () => {
  const join = async () => {
    const room = upstreams.join("room", { token: "token" })!;
    await expect.poll(() => room.isLive).toBe(true);
    return room;
  };

  test("ends when nothing was typed for a while, at the operator, too", async () => {
    const room = await join();
    room.typing(true);
    await expect.poll(() => typed).toEqual([true, false]);
    for (let key = 0; key < 4; key += 1) {
      room.typing(true);
      await wait(TYPING_MS / 2);
    }
    expect(typed, "while somebody goes on").toEqual([true, false, true, true, true, true]);
    room.typing(false);
    await wait(TYPING_MS * 2);
    expect(typed.slice(6)).toEqual([false]);
  });

  test("ends with the tab, unless another one types", async () => {
    const [one, other] = [await join(), await join()];
    one.typing(true);
    await expect.poll(() => typed).toEqual([true]);
    other.typing(true);
    await expect.poll(() => typed).toEqual([true, true]);
    one.leave();
    one.typing(true);
    await wait(TYPING_MS / 4);
    expect(typed).toEqual([true, true]);
    other.leave();
    await expect.poll(() => typed).toEqual([true, true, false]);
  });

  test("is not ended by a tab that has not typed", async () => {
    const [one, other] = [await join(), await join()];
    one.typing(true);
    other.typing(false);
    other.leave();
    await wait(TYPING_MS / 2);
    expect(typed).toEqual([true]);
  });
});
