/**
 * `npm run bench:soak [-- --minutes 30]`: guests and members do everything there is to do, again and again. Prints by the
 * minute what the product holds, and at the end how it grows: a straight line through the second half. Asserts nothing.
 */
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { OpName } from "../../server/operations/types";
import { OPERATIONS, type Operation } from "../faults/operations";
import { CONDITIONS, REWARDS } from "../faults/rewards";
import { formWith } from "../support/html";
import { Visitor } from "../support/visitor";
import { deploy, memberAt } from "./deployment";
import { held, row } from "./resources";

const at = process.argv.indexOf("--minutes");
const MINUTES = at > 0 ? Number(process.argv[at + 1]) : 30;
const MINUTE = 60_000;
const MEMBERS = 6;
/** Between two pages of a member: a money form is sent about every 10 s, within the limits of production. */
const PAUSE_MS = 1_200;
const GUEST_PAGES = ["/login", "/register", "/contact", "/nowhere"];
const MEMBER_PAGES = ["/user/home", "/user/statement", "/user/statement/summary", "/user/deposit", "/user/slips"];

/**
 * Gift links need a secret that both sides know, and production refuses the sandbox's. A reward, once received, closes
 * deposits and withdrawals.
 */
const DONE = OPERATIONS.filter(
  (op) => op.name !== "submitTruelink" && !REWARDS.includes(op) && !CONDITIONS.includes(op),
);

/** What the bank or the operator does after an operation. */
const LATER: Partial<Record<OpName, "settle" | "readSlips" | "matchAdd">> = {
  withdraw: "settle",
  withdrawAll: "settle",
  uploadSlip: "readSlips",
  addToWallet: "matchAdd",
};

const deployment = await deploy(["--expose-gc", "--import", "./tests/bench/heap.mjs"], { LOG_LEVEL: "warn" });
const { product, operator } = deployment;
const { desk } = operator;
const ends = performance.now() + MINUTES * MINUTE;
const isOver = () => performance.now() > ends;
const answers: Record<string, number> = {};
const count = (what: string) => {
  answers[what] = (answers[what] ?? 0) + 1;
};

async function operate(visitor: Visitor, phone: string, op: Operation) {
  const page = await visitor.get(op.page);
  const form = formWith(page.text, ["k", ...op.form]);
  if (!form) return count(`no form for ${op.name}`);
  const fields = typeof op.fields === "function" ? await op.fields(desk, phone) : op.fields;
  const { status } = await visitor.send("POST", form.action ?? page.path, { ...form.values, ...fields });
  count(`form ${status}`);
  const later = LATER[op.name];
  // There is nothing to settle if the form was refused.
  if (later) await desk[later](phone).catch(() => count(`nothing to ${later}`));
}

/** Visits, signs in, does everything once and signs out, until the time is over. */
async function live(index: number) {
  const address = `10.1.0.${index + 1}`;
  const { username, password } = await memberAt(deployment, address);
  while (!isOver()) {
    const visitor = new Visitor(product.url, "br", () => ({ "X-Forwarded-For": address }));
    for (const path of GUEST_PAGES) count(`page ${(await visitor.get(path)).status}`);
    await visitor.submit(await visitor.get("/login"), { username, password });
    for (const op of DONE) {
      for (const path of MEMBER_PAGES) {
        if (isOver()) return;
        count(`page ${(await visitor.get(path)).status}`);
        await wait(PAUSE_MS);
      }
      await operate(visitor, username, op);
    }
    const home = await visitor.get("/user/home");
    await visitor.post("/logout", { _t: formWith(home.text, ["_t"])!.values._t! });
  }
}

/** Megabytes on the heap after a collection. */
async function heap(): Promise<number> {
  const before = product.output().length;
  process.kill(product.pid()!, "SIGUSR2");
  for (;;) {
    const bytes = /bench heap (\d+)\n/.exec(product.output().slice(before))?.[1];
    if (bytes) return Number(bytes) / 1024 / 1024;
    await wait(50);
  }
}

/** The slope of the straight line closest to values that are one apart. */
function slope(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const spread = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  return values.reduce((sum, value, x) => sum + value * (x - middle), 0) / spread;
}

const seen: { memory: number; heap: number; descriptors: number }[] = [];
try {
  const lives = Promise.all(Array.from({ length: MEMBERS }, (_, index) => live(index)));
  row(["minute", "resident MB", "heap MB", "descriptors", "load"]);
  row(["---", "---", "---", "---", "---"]);
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    // A failed life ends the run.
    await Promise.race([wait(MINUTE), lives.then(() => wait(MINUTE))]);
    const now = { ...held(product.pid()!), heap: await heap() };
    seen.push(now);
    row([minute, now.memory.toFixed(0), now.heap.toFixed(1), now.descriptors, loadavg()[0]!.toFixed(1)]);
  }
  await lives;
  const half = seen.slice(Math.floor(seen.length / 2));
  const growth = (of: keyof (typeof seen)[number]) => (slope(half.map((one) => one[of])) * 60).toFixed(1);
  console.log(
    `\nGrowth an hour, by the second half: resident ${growth("memory")} MB, heap ${growth("heap")} MB, descriptors ${growth("descriptors")}`,
  );
  console.log(JSON.stringify(answers));
} finally {
  await deployment.stop();
}
