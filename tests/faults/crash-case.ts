import receipt from "../../locales/th/receipt.json";
import { expect } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "./cases";
import type { CrashPoint } from "./crashes";
import { enter, operationOn, settled, type Member, type Sent, type ShownForm } from "./member";
import type { Witness } from "./oracle";
import type { Stage } from "./stage";

/** A member with an open form, whose product is about to be killed. */
export interface Victim {
  one: Case<CrashPoint>;
  member: Member;
  witness: Witness;
  form: ShownForm;
  /** The answer; null if there was none. */
  sent: Promise<Sent | null>;
}

const READINGS = ["listStatements", "findQr", "listSlips", "spinSetup", "listCoupons"] as const;
const PATIENCE_MS = 60_000;

export async function arrive(stage: Stage, one: Case<CrashPoint>): Promise<Victim> {
  const member = await enter(stage, one.op, one.shape);
  const witness = await member.witness();
  const { form } = await member.device.open();
  return { one, member, witness, form, sent: Promise.resolve(null) };
}

/** Sends the form and waits until the operation has reached the point of its case. */
export async function bring({ desk }: Stage, victim: Victim): Promise<void> {
  const { one, member, form } = victim;
  const { held, until } = one.row;
  const { op, phone, device } = member;
  const hold = (calls: readonly string[], fault: Pick<NonNullable<typeof held>, "kind" | "delayMs">, times: number) =>
    Promise.all(calls.map((call) => desk.fault({ ...fault, call, phone, times })));

  if (until === "form") return;
  if (held?.of === "operation") await hold([op.name], { kind: held.kind, delayMs: held.delayMs ?? 0 }, 1);
  if (held?.of === "reading") await hold(READINGS, { kind: held.kind, delayMs: 0 }, 0);
  const send = () => (victim.sent = device.send(form, undefined, [receipt.busy]).catch(() => null));
  send();
  if (until === "dispatched") await dispatched(desk, victim, send);
  if (until !== "answered") return;
  await victim.sent;
  // The outcome must not be read before the process is killed.
  if (held) await hold(READINGS, { kind: "hang", delayMs: 0 }, 0);
}

/**
 * Waits until the operator holds the whole call: a slip that is cut off in the middle was never sent. A busy product
 * takes the same form again.
 */
async function dispatched(desk: Stage["desk"], victim: Victim, send: () => Promise<Sent | null>) {
  const { op, phone, dispatches } = victim.member;
  const isHeld = async () => !(await desk.faults()).some((fault) => fault.phone === phone && fault.call === op.name);
  const until = performance.now() + PATIENCE_MS;
  while (dispatches() === 0 || !(await isHeld())) {
    const answer = await Promise.race([victim.sent, sleep(50, undefined)]);
    if (performance.now() > until)
      throw new Error(`${op.name} did not leave: ${answer?.status} ${answer?.page.text.slice(0, 2000)}`);
    if (answer !== undefined && dispatches() === 0) {
      await sleep(500);
      send();
    }
  }
}

/** After the restart: the member returns, and pages, product and operator agree. */
export async function comeBack({ one, member, witness, form, sent }: Victim): Promise<void> {
  const { device, op } = member;
  const { ending } = one.row;
  const page = await device.get(op.page);
  const known = (await sent)?.id ?? operationOn(page);
  // The receipt may already redirect to another page; the form from before the crash still leads to it.
  const id = ending === "untouched" ? null : (known ?? (await device.send(form)).id);
  await witness.see(page, id);
  if (ending === "untouched") {
    expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({ dispatches: 0, effects: 0 });
    await sendAndSettle(member, witness, form, 1);
  } else {
    expect(id, "there is a receipt").not.toBeNull();
    expect(await settled(device, witness, id!)).toBe(ending === "done" ? "done" : "notdone");
    const effects = ending === "done" ? 1 : 0;
    expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({ dispatches: 1, effects });
    // The form from before the crash belongs to this operation only.
    const again = await device.send(form);
    await witness.see(again.page, again.id);
    expect(again.id).toBe(id);
    expect(member.dispatches()).toBe(1);
    await witness.close();
    if (ending === "not-made") await sendAndSettle(member, await member.witness(), (await device.open()).form, 2);
  }
  await witness.close();
  expect(witness.lies).toEqual([]);
}

async function sendAndSettle(member: Member, witness: Witness, form: ShownForm, dispatches: number) {
  const sent = await member.device.send(form);
  await witness.see(sent.page, sent.id);
  expect(sent.id, `the answer (${sent.status}) leads to a receipt`).not.toBeNull();
  expect(await settled(member.device, witness, sent.id!)).toBe("done");
  expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({ dispatches, effects: 1 });
  expect(witness.lies).toEqual([]);
}
