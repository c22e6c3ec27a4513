import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../simulation/random";
import { enter, formOn, operationOn, settled, type Member } from "./member";
import { operation } from "./operations";
import { createWitness } from "./oracle";
import type { Stage } from "./stage";

/** The result of one transfer: the final state on its page, and how often the ledger has it. */
export interface Result {
  member: string;
  /** Minor units; different for each operation of a member. */
  amount: number;
  state: string;
  rows: number;
  dispatches: number;
  lies: readonly string[];
}

interface Weather {
  members: number;
  transfers: number;
  kills: number;
  seed: number;
}

/** The operator answers slowly, so that kills hit operations in flight. */
const ANSWER_MS = 400;
const BETWEEN_KILLS_MS = { least: 1_500, most: 4_000 };
const AGAIN_MS = 250;

/** Lets members send operations while the product is killed at random moments and restarted. */
export async function storm(stage: Stage, { members, transfers, kills, seed }: Weather): Promise<Result[]> {
  const random = createRandom(seed);
  const { product } = await stage.deployment("withdrawAll");
  const all = await Promise.all(Array.from({ length: members }, () => enter(stage, operation("transfer"), "scripts")));
  for (const { phone } of all) {
    await stage.desk.fault({ call: "transfer", kind: "slow", delayMs: ANSWER_MS, times: 0, phone });
  }
  const results = Promise.all(all.map((member) => transferAll(stage, member, transfers)));
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.between(BETWEEN_KILLS_MS.least, BETWEEN_KILLS_MS.most));
    await product.restart();
  }
  return (await results).flat();
}

async function transferAll(stage: Stage, member: Member, transfers: number): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 1; at <= transfers; at += 1) results.push(await transfer(stage, member, at * 1_00));
  return results;
}

/** Sends the same form until there is a receipt, and follows that to its final state. */
async function transfer({ desk }: Stage, member: Member, amount: number): Promise<Result> {
  const { op, phone, fields: defaults, device } = member;
  const rows = async () => (await desk.statement(phone)).rows.filter((row) => row.amount === amount).length;
  const witness = createWitness(op, rows);
  const before = member.dispatches();
  const fields = { ...defaults, amount: String(amount / 100) };
  for (;;) {
    const page = await insist(() => device.get(op.page));
    const open = page.path.startsWith("/user/receipt/") && operationOn(page);
    if (open) {
      await insist(() => settled(device, witness, open));
      continue;
    }
    const sent = await insist(() => device.send(formOn(page, op), fields));
    await witness.see(sent.page, sent.id);
    if (!sent.id) continue;
    const state = await insist(() => settled(device, witness, sent.id!));
    await witness.close();
    const dispatches = member.dispatches() - before;
    return { member: phone, amount, state, rows: await rows(), dispatches, lies: witness.lies };
  }
}

/** Repeats `work` while the product does not answer. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/ECONNREFUSED|ECONNRESET|socket hang up/.test(String(error))) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
