/** The relay's sockets to the operator's chat, with a real one that refuses for a while. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUpstreams, type Upstreams } from "../../server/chat/upstream";

let http: HttpServer;
let operator: Server;
let upstreams: Upstreams;
/** Why the operator refuses, and where. */
let refuses: { at: "handshake" | "join"; code: string } | null;
/** How often the operator was asked. */
let tries: number;
let heard: unknown[];

beforeEach(async () => {
  refuses = null;
  tries = 0;
  heard = [];
  http = createServer();
  operator = new Server(http);
  operator.use((_, go) => {
    tries += 1;
    go(refuses?.at === "handshake" ? new Error(refuses.code) : undefined);
  });
  operator.on("connection", (socket) =>
    socket.on("join", (_: unknown, answer: (value: unknown) => void) =>
      answer(refuses?.at === "join" ? { ok: false, message: refuses.code } : { ok: true }),
    ),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  upstreams = createUpstreams({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    headers: {},
    log: pino({ level: "silent" }),
    lingerMs: 50,
    retryMs: 30,
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

test.each(["handshake", "join"] as const)("an account that is gone ends it, at its %s", async (at) => {
  refuses = { at, code: "account-gone" };
  upstreams.join("room", { token: "token" });
  await expect.poll(() => heard).toEqual(["account-gone"]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tries).toBe(1);
});

test("the tries become rarer, and end when the last browser has left", async () => {
  refuses = { at: "handshake", code: "INTERNAL_SERVER_ERROR" };
  const room = upstreams.join("room", { token: "token" })!;
  await expect.poll(() => tries).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(tries, "the third wait is four times the first").toBe(3);
  room.leave();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(tries).toBe(3);
});
