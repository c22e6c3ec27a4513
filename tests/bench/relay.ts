/**
 * `npm run bench:relay [-- SOCKETS]`: the chat's relay of the built product beside a bare socket.io server, in one run:
 * memory of idle sockets, the time to join and to hear the operator while they are open, and what pages take meanwhile.
 * Idle sockets are 10,000 by default, five of each guest, who all are in a room of the operator. The load generator,
 * which is the operator's chat too, shares the processors. Asserts nothing.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Server } from "socket.io";
import type { Socket } from "socket.io-client";
import { freePorts, startProduct } from "../support/product";
import { root } from "../support/root";
import { guestsOf, socketOf } from "./guests";
import { held, quantile, row } from "./resources";

const SOCKETS = Number(process.argv[2] ?? 10_000);
const PER_GUEST = 5;
const AT_ONCE = 20;
const JOINS = 2_000;
/** Joins before those that count: the first thousand of a process take twice as long. */
const WARM_UP = 2_000;
const MESSAGES = 200;
const PAGES = 300;
const REST_MS = 2_000;

/** Node raises the limit of its process as far as it may. */
const descriptors = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The operator's chat. Rooms are joined by whoever asks. */
const http = createServer();
const operator = new Server(http, { perMessageDeflate: false });
const rooms: { room: string; guestId: string }[] = [];
operator.on("connection", (socket) => {
  socket.on("join", ({ room }: { room: string }, answer: (value: unknown) => void) => {
    rooms.push({ room, guestId: (socket.handshake.auth as { guestId: string }).guestId });
    void socket.join(room);
    answer({ ok: true });
  });
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const OPERATOR_CHAT_URL = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

type Open = () => Promise<Socket>;

/** Opens as many sockets, some at a time. */
async function openAll(count: number, open: (at: number) => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => open(at + index));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets.filter(({ connected }) => connected);
}

/** Milliseconds from the call until a socket is connected. */
async function joins(open: Open): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < WARM_UP + JOINS; at += 1) {
    const began = performance.now();
    const socket = await open();
    times.push(performance.now() - began);
    socket.disconnect();
    await wait(5);
  }
  return times.slice(WARM_UP);
}

/** Milliseconds from the operator's word until the last of these sockets has heard it. */
async function hearing(room: string, guestId: string, sockets: readonly Socket[]): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < MESSAGES; at += 1) {
    const heard = Promise.all(sockets.map((socket) => once(socket as never, "message")));
    const began = performance.now();
    operator.to(room).emit("message", {
      sender: "other",
      message: { message_type: "text", payload: `Hello ${at}` },
      createdAt: new Date().toISOString(),
      username: "agent",
      guestId,
    });
    await heard;
    times.push(performance.now() - began);
    await wait(10);
  }
  return times;
}

/** Milliseconds of each page, by a process of its own: this one is busy with its sockets. */
async function pages(origin: string): Promise<number[]> {
  const script = file("page-times.ts");
  const { stdout } = await promisify(execFile)("node", ["--import", "tsx", script, origin, String(PAGES)]);
  return JSON.parse(stdout) as number[];
}

interface Result {
  open: number;
  memory: number;
  join: number[];
  hear: number[];
}

/** Everything that is measured of both. `open`: opens a socket of a guest; `room`: of the first guest. */
async function measure(
  pid: number,
  open: (at: number) => Promise<Socket>,
  hears: () => Promise<{ room: string; guestId: string }>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Result> {
  const memory = async () => {
    for (let times = 0; times < 3; times += 1) {
      process.kill(pid, "SIGUSR2");
      await wait(REST_MS);
    }
    return held(pid).memory;
  };
  const before = await memory();
  // Alone, so that the first room is that of the first guest.
  const first = await open(0);
  const sockets = [first, ...(await openAll(SOCKETS - 1, (at) => open(at + 1)))];
  const result = { open: sockets.length, memory: (await memory()) - before };
  await meanwhile();
  // One socket less of each of the first guest's: no more are admitted.
  sockets[0]!.disconnect();
  const guests = SOCKETS / PER_GUEST;
  const join = await joins(() => open(0));
  const own = sockets.filter((socket, at) => at % guests === 0 && socket.connected);
  const { room, guestId } = await hears();
  const hear = await hearing(room, guestId, own);
  for (const socket of sockets) socket.disconnect();
  return { ...result, join, hear };
}

const heap = file("heap.mjs");
const backend = await startProduct();
const env = {
  OPERATOR_API_URL: new URL(backend.deskUrl).origin,
  OPERATOR_CHAT_URL,
  NODE_ENV: "test",
  TRUST_PROXY: "1",
};
const product = await startProduct({ env, command: ["--expose-gc", "--import", heap, join(root, "build/server.mjs")] });
await pages(product.url);
const quiet = await pages(product.url);
const guests = await guestsOf(product, SOCKETS / PER_GUEST);
// As the bare server: a name would be looked up for each socket.
const productUrl = product.url.replace("localhost", "127.0.0.1");
let busy: number[] = [];
const own = await measure(
  product.pid()!,
  (at) => socketOf(guests[at % guests.length]!, productUrl),
  () => Promise.resolve(rooms[0]!),
  async () => {
    // The collections before have thrown compiled code away.
    await pages(product.url);
    busy = await pages(product.url);
  },
);
await product.stop();
await backend.stop();

const [port] = await freePorts(1);
const bareProcess = spawn("node", ["--expose-gc", "--import", heap, file("bare-relay.mjs")], {
  env: { ...process.env, BENCH_PORT: String(port), OPERATOR_CHAT_URL },
  stdio: ["pipe", "pipe", "ignore"],
});
const lines = createInterface({ input: bareProcess.stdout });
await once(lines, "line");
const bareUrl = `http://127.0.0.1:${port}`;
const room = guests[0]!.token;
// The same guests with the same headers: what these cost the load generator is no cost of the product.
const bare = await measure(
  bareProcess.pid!,
  (at) => socketOf(guests[at % guests.length]!, bareUrl),
  async () => {
    bareProcess.stdin.write(`${room}\n`);
    await once(lines, "line");
    return { room, guestId: "" };
  },
);
bareProcess.kill();

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)}, ` +
    `${descriptors} open files allowed, ${own.open} and ${bare.open} sockets\n`,
);
row(["what", "product", "bare socket.io", "ratio"]);
row(["---", "---:", "---:", "---:"]);
const compare = (what: string, one: number, other: number) =>
  row([what, one.toFixed(1), other.toFixed(1), (one / other).toFixed(2)]);
compare("memory of the idle sockets, MB", own.memory, bare.memory);
for (const share of [0.5, 0.95]) {
  const name = `p${share * 100}, ms`;
  compare(`a socket is open, ${name}`, quantile(own.join, share), quantile(bare.join, share));
  compare(`four sockets hear the operator, ${name}`, quantile(own.hear, share), quantile(bare.hear, share));
}
console.log("");
row(["page", "with the sockets", "without", "ratio"]);
row(["---", "---:", "---:", "---:"]);
compare("/login, p95, ms", quantile(busy, 0.95), quantile(quiet, 0.95));
process.exit(0);
