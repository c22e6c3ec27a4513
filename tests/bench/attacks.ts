import { connect, type Socket } from "node:net";
import autocannon from "autocannon";
import { BOMBS } from "../support/bombs";
import { formWith } from "../support/html";
import { Visitor } from "../support/visitor";

/** Where and as whom to attack. */
export interface Target {
  url: string;
  /** Cookies of the attacker's own accounts. */
  accounts: [string, string][][];
}

/** Begins, and returns what ends it. */
export type Attack = (target: Target) => () => void;

/** The attacker's address, of which there is one. */
const ADDRESS = "203.0.113.66";
const SECOND = 1000;
const IDLE = 600;
const SLOW = 300;
const AT_ONCE = 4;
const FLOOD = 50;

/** Holds connections open, each opened again when it was closed; `write` is called each second. */
function hold(url: string, count: number, first: (index: number) => string, more: string): () => void {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = (index: number) => {
    if (isOver) return;
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(first(index)));
    sockets.add(socket);
    socket.on("error", () => undefined).resume();
    socket.on("close", () => {
      sockets.delete(socket);
      setTimeout(() => open(index), SECOND);
    });
  };
  for (let index = 0; index < count; index += 1) open(index);
  const drip = setInterval(() => {
    if (more) for (const socket of sockets) if (socket.writable) socket.write(more);
  }, SECOND);
  return () => {
    isOver = true;
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  };
}

const head = (url: string, request: string, headers: Record<string, string | number> = {}) =>
  [
    `${request} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `X-Forwarded-For: ${ADDRESS}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n");

const cookieOf = (account: Target["accounts"][number]) => account.map(([name, value]) => `${name}=${value}`).join("; ");

/** Every other one is an upload of a member, the rest are sign-ins of guests. */
function slowBody({ url, accounts }: Target, index: number): string {
  const account = accounts[index % accounts.length]!;
  if (index % 2 === 0) {
    const type = "application/x-www-form-urlencoded";
    return `${head(url, "POST /login", { Origin: url, "Content-Type": type, "Content-Length": 5000 })}\r\n\r\n`;
  }
  const type = "multipart/form-data; boundary=x";
  const headers = { Origin: url, Cookie: cookieOf(account), "Content-Type": type, "Content-Length": 100_000 };
  return `${head(url, "POST /user/slips/upload", headers)}\r\n\r\n--x\r\n`;
}

/** Sends one bomb after the other as slips, in several forms at once. */
function bombs({ url, accounts }: Target): () => void {
  const all = Object.values(BOMBS).map(({ type, bytes }) => ({ type, bytes: bytes() }));
  let isOver = false;
  let number = 0;
  const send = async () => {
    while (!isOver) {
      const { type, bytes } = all[number % all.length]!;
      const visitor = new Visitor(url, "br", () => ({ "X-Forwarded-For": ADDRESS }));
      for (const [name, value] of accounts[number % accounts.length]!) visitor.cookies.set(name, value);
      number += 1;
      const page = await visitor.get("/user/slips?send=1");
      const form = formWith(page.text, ["k", "file"]);
      const name = type === "image/png" ? "slip.png" : "slip.jpg";
      if (form) await visitor.post(form.action ?? page.path, { ...form.values, file: { name, type, bytes } });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  // An answer that does not come is none of the attacker's concern.
  for (let count = 0; count < AT_ONCE; count += 1) void send().catch(() => undefined);
  return () => {
    isOver = true;
  };
}

function flood({ url }: Target): () => void {
  const headers = { "X-Forwarded-For": ADDRESS };
  const running = autocannon({ url: `${url}/login`, connections: FLOOD, duration: 600, headers }, () => undefined);
  return () => (running as unknown as { stop(): void }).stop();
}

export const ATTACKS: Record<string, Attack> = {
  "slow headers": ({ url }) => hold(url, SLOW, () => `${head(url, "GET /login")}\r\nX-Slow: `, "x"),
  "slow bodies": (target) => hold(target.url, SLOW, (index) => slowBody(target, index), "x"),
  "600 idle connections": ({ url }) => hold(url, IDLE, () => "", ""),
  "picture bombs": bombs,
  flood,
};
