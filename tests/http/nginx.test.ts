/** How nginx forwards requests with the repository's configuration. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nginxPort, startNginx, type Nginx } from "../support/nginx";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let nginx: Nginx;
let handle: Handler;
/** The requests that reached any of the containers. */
let reached: IncomingMessage[];
const containers = [0, 1].map(() =>
  createServer((incoming, response) => {
    reached.push(incoming);
    handle(incoming, response);
  }),
);
const listening = async (port = 0) => {
  for (const container of containers)
    if (!container.listening) await once(container.listen(port, "127.0.0.1"), "listening");
};
const portOf = (index: number) => (containers[index]!.address() as AddressInfo).port;

beforeAll(async () => {
  for (const container of containers)
    container.on("upgrade", (incoming, socket) => {
      reached.push(incoming);
      socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    });
  await listening();
  nginx = await startNginx(await nginxPort(), [portOf(0), portOf(1)]);
});
beforeEach(() => {
  reached = [];
});
afterAll(async () => {
  await nginx?.stop();
  for (const container of containers) container.close().closeAllConnections();
});

/** Starts a request to nginx; the caller ends it. */
function open(method: string, path: string, headers: Record<string, string> = {}) {
  const outgoing = request({ host: "localhost", port: nginx.port, method, path, headers, ca: nginx.ca, agent: false });
  outgoing.on("error", () => undefined);
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on("response", (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode!);
    });
    outgoing.on("error", reject);
  });
  return { outgoing, status };
}

const breakOff: Handler = (incoming) => void incoming.resume().on("end", () => incoming.socket.destroy());
const answer: Handler = (incoming, response) => void incoming.resume().on("end", () => response.end("here"));

test.each(["/user/transfer", "/user/slips/upload"])(
  "a POST to %s whose connection breaks is not sent a second time",
  async (path) => {
    handle = breakOff;
    const { outgoing, status } = open("POST", path, { "Content-Length": "3" });
    outgoing.end("a=b");
    expect(await status).toBe(502);
    expect(reached).toHaveLength(1);
  },
);

test.each([500, 502, 503, 504])("a POST that a container answers with %s is not sent a second time", async (code) => {
  handle = (incoming, response) => void incoming.resume().on("end", () => response.writeHead(code).end());
  const { outgoing, status } = open("POST", "/user/transfer", { "Content-Length": "3" });
  outgoing.end("a=b");
  expect(await status).toBe(code);
  expect(reached).toHaveLength(1);
});

test("a GET whose connection breaks goes to the other container, and both stay in use", async () => {
  handle = (incoming, response) => (reached.length === 1 ? incoming.socket.destroy() : response.end("here"));
  const first = open("GET", "/user/home");
  first.outgoing.end();
  expect(await first.status).toBe(200);
  expect(reached).toHaveLength(2);

  handle = breakOff;
  const second = open("GET", "/user/home");
  second.outgoing.end();
  expect(await second.status).toBe(502);
  expect(reached).toHaveLength(4);

  handle = answer;
  const third = open("GET", "/user/home");
  third.outgoing.end();
  expect(await third.status).toBe(200);
});

test.each(["/user/slips/upload", "/chat/file", "/user/chat/file"])(
  "an upload to %s is forwarded while it arrives",
  async (path) => {
    handle = answer;
    const { outgoing, status } = open("POST", path, { "Content-Length": "2000" });
    outgoing.write("x".repeat(1000));
    while (reached.length === 0) await new Promise((resolve) => setImmediate(resolve));
    outgoing.end("x".repeat(1000));
    expect(await status).toBe(200);
  },
);

test.each([
  ["/user/slips/upload", 11_900_000, 200],
  ["/user/slips/upload", 13_000_000, 413],
  ["/user/chat/file", 21_500_000, 200],
  ["/user/chat/file", 24_000_000, 413],
] as const)("a body to %s of %i bytes gets status %i", async (path, bytes, expected) => {
  handle = answer;
  const { outgoing, status } = open("POST", path, { "Content-Length": String(bytes) });
  outgoing.end(Buffer.alloc(bytes));
  expect(await status).toBe(expected);
});

test("all requests of a chat's socket reach one container", async () => {
  handle = answer;
  for (let round = 0; round < 6; round += 1) {
    const { outgoing, status } = open("GET", "/chat/socket/?EIO=4&transport=polling");
    outgoing.end();
    expect(await status).toBe(200);
  }
  expect(new Set(reached.map(({ socket }) => socket.localPort)).size).toBe(1);
});

test("the forwarded address is the browser's, whatever it claims, and the host is unchanged", async () => {
  handle = answer;
  const { outgoing, status } = open("GET", "/", { "X-Forwarded-For": "203.0.113.9" });
  outgoing.end();
  await status;
  expect(reached[0]!.headers["x-forwarded-for"]).toBe("127.0.0.1");
  expect(reached[0]!.headers.host).toBe(`localhost:${nginx.port}`);
});

test("a path is forwarded unchanged", async () => {
  handle = answer;
  const { outgoing, status } = open("GET", "/user//%2e%2e/home?a=%20");
  outgoing.end();
  await status;
  expect(reached[0]!.url).toBe("/user//%2e%2e/home?a=%20");
});

test("a WebSocket is forwarded", async () => {
  const { outgoing, status } = open("GET", "/chat", { Connection: "Upgrade", Upgrade: "websocket" });
  outgoing.end();
  expect(await status).toBe(101);
  expect(reached[0]!.headers).toMatchObject({ upgrade: "websocket", connection: "upgrade" });
});
