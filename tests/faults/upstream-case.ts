import { expect } from "vitest";
import receipt from "../../locales/th/receipt.json";
import { endpoints } from "../../server/operator/contract";
import type { Ending, Means, UpstreamFault } from "./faults";
import { callOf, enter, formOn, settled, type Member, type Sent, type ShownForm } from "./member";
import type { Operation } from "./operations";
import { recordOf, type Witness } from "./oracle";
import type { Shape } from "./shapes";
import type { Stage } from "./stage";
import type { Fields } from "../support/visitor";

interface Scene {
  stage: Stage;
  member: Member;
  form: ShownForm;
  witness: Witness;
  sent: Sent;
}

/**
 * Milliseconds after a lost answer during which the outcome cannot have been read: pages must say that it is unknown.
 */
const UNKNOWN_MS = 1_000;

/** One operation with one fault: afterwards pages, product and operator must agree, and money forms must open again. */
export async function upstreamCase(stage: Stage, fault: UpstreamFault, op: Operation, shape: Shape): Promise<void> {
  const member = await enter(stage, op, shape);
  const witness = await member.witness();
  try {
    const { page, form } = await member.device.open();
    await witness.see(page);
    // If the operator cannot be reached, the page must say so; otherwise its reads were slow.
    const again = "unreachable" in fault.means ? [receipt.busy] : undefined;
    const sent = await strike(stage, member, fault.means, () => member.device.send(form, undefined, again));
    const said = await witness.see(sent.page, sent.id);
    const ending = endingOf(fault, op, sent);
    if (ending === fault.ending && fault.unknownAtFirst && sent.tookMs < UNKNOWN_MS) {
      expect(
        said.map(({ claim }) => claim),
        "the first page does not know",
      ).toContain("open");
    }
    await endings[ending]({ stage, member, form, witness, sent });
    await witness.close();
  } catch (error) {
    await witness.close();
    throw witness.lies.length > 0 ? new Error(witness.lies.join("\n"), { cause: error }) : error;
  }
  expect(witness.lies).toEqual([]);
}

/**
 * If a connection breaks before the last bytes of a picture were sent, the operator got an incomplete form, which has
 * no effect: the operation counts as not sent.
 */
const endingOf = ({ ending, early }: UpstreamFault, op: Operation, { status }: Sent): Ending =>
  early && endpoints[op.name].upload && status === 503 ? "not-sent" : ending;

/** The network fault hit a read instead of the operation, so the case must be repeated. */
export class Missed extends Error {}

/** Applies the fault to the request that `work` sends. */
async function strike(stage: Stage, member: Member, means: Means, work: () => Promise<Sent>): Promise<Sent> {
  const { op, phone, address, deployment } = member;
  if ("unreachable" in means) {
    await warm(stage, member);
    const sent = await deployment.unreachable(means.unreachable, work);
    if (sent.id !== null && member.dispatches() > 0)
      throw new Missed("The next new connection was not the operation's.");
    return sent;
  }
  if ("wire" in means) stage.proxy.arm(address, callOf(op), means.wire);
  else
    await stage.desk.fault({
      call: op.name,
      kind: means.operator,
      delayMs: means.afterCallMs === undefined ? 0 : endpoints[op.name].timeoutMs + means.afterCallMs,
      executed: means.executed,
      phone,
    });
  return work();
}

/** Opens connections for reads in advance, so that the next new connection is the operation's. */
async function warm({ desk }: Stage, { phone, device }: Member) {
  const together = 6;
  await desk.fault({ call: "getWallet", kind: "slow", delayMs: 300, times: together, phone });
  await Promise.all(Array.from({ length: together }, () => device.get("/user/home")));
}

const endings: Record<Ending, (scene: Scene) => Promise<void>> = {
  async done(scene) {
    expect(await recorded(scene)).toBe("done");
    await books(scene, { dispatches: 1, done: true });
    // Sending the old form again leads to the operation it has started.
    const again = await scene.member.device.send(scene.form);
    await scene.witness.see(again.page, again.id);
    expect(again.id).toBe(scene.sent.id);
    await books(scene, { dispatches: 1, done: true });
  },

  async "not-made"(scene) {
    expect(await recorded(scene)).toBe("notdone");
    await books(scene, { dispatches: 1, done: false });
    await onceMore(scene);
  },

  async refused(scene) {
    expect(await recorded(scene)).toBe("rejected");
    await books(scene, { dispatches: 1, done: false });
    await onceMore(scene);
  },

  async "not-sent"(scene) {
    const { member, sent, witness } = scene;
    expect(sent.status).toBe(503);
    expect((await witness.see(sent.page)).map(({ claim }) => claim)).toContain("not");
    // The beginning of an upload may have been sent.
    const begun = endpoints[member.op.name].upload ? member.dispatches() : 0;
    expect(begun).toBeLessThanOrEqual(1);
    await books(scene, { dispatches: begun, done: false });
    const form = formOn(sent.page, member.op);
    expect(form.values).toMatchObject(typed(member.fields));
    await witness.close();
    expect((await carriedOut(member, form)).dispatches).toBe(begun + 1);
  },

  async login(scene) {
    const { member, sent, witness, form } = scene;
    expect(sent.page.path).toMatch(/^\/login\?nextUrl=/);
    await books(scene, { dispatches: 1, done: false });
    const back = await member.signIn(member.device, sent.page);
    await witness.see(back);
    // The URL that receives uploads has no page.
    expect([member.op.page, form.action].map(pathOf)).toContain(pathOf(back.path));
    const fresh = formOn(back, member.op);
    expect(fresh.values, "what was typed is kept").toMatchObject(typed(member.fields));
    await books(scene, { dispatches: 1, done: false });
    await witness.close();
    expect((await carriedOut(member, fresh)).dispatches).toBe(2);
  },
};

const pathOf = (address: string) => address.split("?")[0];

/** The values that a form can restore: not files. */
const typed = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === "string"));

/** The final state of the product's record. */
async function recorded({ member, sent, witness }: Scene): Promise<string> {
  expect(sent.id, `the answer (${sent.status}) leads to a receipt`).not.toBeNull();
  return recordOf(sent.page) === "review" ? "review" : settled(member.device, witness, sent.id!);
}

/** Checks how often the operation was sent and took effect. */
async function books({ member }: Scene, { dispatches, done }: { dispatches: number; done: boolean }) {
  expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({
    dispatches,
    effects: done ? 1 : 0,
  });
}

/** After an operation that moved no money, the member can try again and sees how the last one ended. */
async function onceMore({ member, witness, sent }: Scene) {
  const { page, form } = await member.device.open();
  const said = await witness.see(page, sent.id);
  if (page.text.includes(`/user/receipt/${sent.id}`)) expect(said.map(({ claim }) => claim)).toContain("not");
  await witness.close();
  expect((await carriedOut(member, form)).dispatches).toBe(2);
}

/** Runs the same operation without a fault. */
async function carriedOut(member: Member, form: ShownForm) {
  const witness = await member.witness();
  const sent = await member.device.send(form);
  await witness.see(sent.page, sent.id);
  expect(sent.id, `the answer (${sent.status}) leads to a receipt`).not.toBeNull();
  expect(await settled(member.device, witness, sent.id!)).toBe("done");
  expect(witness.lies).toEqual([]);
  expect(await member.effects()).toBe(1);
  return { dispatches: member.dispatches() };
}
