/**
 * `npm run bench:attack [-- --quick] [-- --check]`: how long other members wait, and how much memory the product takes, while
 * it is attacked. Windows of calm and of attack take turns, so that whatever else the machine does is the same for both;
 * only ratios of one run are comparable. With `--check` it fails if a goal is missed.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Visitor } from "../support/visitor";
import { ATTACKS, type Target } from "./attacks";
import { deploy, memberAt } from "./deployment";
import { held, quantile, row } from "./resources";

const quick = process.argv.includes("--quick");
const ROUNDS = quick ? 2 : 3;
const WINDOW_MS = quick ? 4_000 : 8_000;
/** After each change, before the next window. */
const SETTLE_MS = 2_000;
/** Goals: p95 as a multiple of the calm one, memory in megabytes above it. */
const MAX_RATIO = 1.2;
const MAX_MEMORY = 64;

const MEMBERS = 8;
const ACCOUNTS = 24;
/** Pages that all members together open in a second. They come at their time, whether or not the last one was answered. */
const PAGES_A_SECOND = 16;
const PAGES = ["/user/home", "/user/statement", "/user/transfer", "/user/deposit"];

interface Window {
  times: number[];
  memory: number;
  failed: number;
}

/** Lets the members open pages for a while. */
async function look(members: Visitor[], pid: number): Promise<Window> {
  const seen: Window = { times: [], memory: 0, failed: 0 };
  const open: Promise<void>[] = [];
  const count = (WINDOW_MS / 1000) * PAGES_A_SECOND;
  for (let number = 0; number < count; number += 1) {
    const member = members[number % members.length]!;
    const started = performance.now();
    const asked = member.send("GET", PAGES[Math.floor(number / members.length) % PAGES.length]!);
    const failed = () => {
      seen.failed += 1;
    };
    const answered = ({ status }: { status: number }) => {
      if (status === 200) seen.times.push(performance.now() - started);
      else failed();
    };
    open.push(asked.then(answered, failed));
    seen.memory = Math.max(seen.memory, held(pid).memory);
    await wait(1000 / PAGES_A_SECOND);
  }
  await Promise.all(open);
  return seen;
}

const sum = (windows: Window[]) => ({
  p95: quantile(
    windows.flatMap(({ times }) => times),
    0.95,
  ),
  memory: Math.max(...windows.map(({ memory }) => memory)),
  failed: windows.reduce((all, { failed }) => all + failed, 0),
});

const deployment = await deploy();
const { product } = deployment;
let missed = 0;
try {
  const pid = product.pid()!;
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, index) => (await memberAt(deployment, `10.0.0.${index + 1}`)).visitor),
  );
  const accounts: Target["accounts"] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    accounts.push([...(await memberAt(deployment, `203.0.113.${index + 1}`)).visitor.cookies]);
  }
  const target: Target = { url: product.url, accounts };
  const attacker = fork(fileURLToPath(new URL("attacker.ts", import.meta.url)), [JSON.stringify(target)], {
    execArgv: ["--import", "tsx"],
  });
  const tell = async (attack: string | null) => {
    attacker.send(attack as string);
    await once(attacker, "message");
    await wait(SETTLE_MS);
  };
  for (let count = 0; count < 2; count += 1) await look(members, pid);

  console.log(
    `${ROUNDS} windows of ${WINDOW_MS / 1000} s of calm and attack each, ${MEMBERS} members; load ${loadavg()[0]!.toFixed(1)}\n`,
  );
  const header = ["attack", "calm p95 ms", "p95 ms", "ratio", "MB before", "MB", "more MB", "failed", "goal"];
  row(header);
  row(header.map(() => "---"));
  for (const name of Object.keys(ATTACKS)) {
    const windows: Record<"calm" | "attacked", Window[]> = { calm: [], attacked: [] };
    // The first requests of a kind also compile code, which happens once in the life of a process.
    await tell(name);
    await look(members, pid);
    await tell(null);
    for (let round = 0; round < ROUNDS; round += 1) {
      windows.calm.push(await look(members, pid));
      await tell(name);
      windows.attacked.push(await look(members, pid));
      await tell(null);
    }
    const [calm, attacked] = [sum(windows.calm), sum(windows.attacked)];
    const ratio = attacked.p95 / calm.p95;
    // Later windows of calm hold what an attack left behind.
    const before = windows.calm[0]!.memory;
    const more = attacked.memory - before;
    const isMet = ratio <= MAX_RATIO && more <= MAX_MEMORY && attacked.failed === 0;
    if (!isMet) missed += 1;
    const numbers = [calm.p95.toFixed(0), attacked.p95.toFixed(0), ratio.toFixed(2)];
    const memory = [before, attacked.memory, more].map((value) => value.toFixed(0));
    row([name, ...numbers, ...memory, attacked.failed, isMet ? "met" : "missed"]);
  }
  attacker.disconnect();
} finally {
  await deployment.stop();
}
if (missed > 0 && process.argv.includes("--check")) process.exitCode = 1;
