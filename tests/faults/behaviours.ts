import { expect } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { enter, formOn, operationOn, settled, type Device, type Member, type Sent, type ShownForm } from "./member";
import type { Operation } from "./operations";
import type { Witness } from "./oracle";
import type { Shape } from "./shapes";
import type { Stage } from "./stage";

interface Scene {
  stage: Stage;
  member: Member;
  witness: Witness;
}

/** Something that members and their browsers do with a form. */
export interface Behaviour {
  id: string;
  what: string;
  act(scene: Scene): Promise<void>;
}

/** Long enough for a second request to arrive while the first is in flight. */
const ANSWER_MS = 900;
const GAPS_MS = [0, 30, 250, 800];

const slowly = ({ stage, member: { op, phone } }: Scene) =>
  stage.desk.fault({ call: op.name, kind: "slow", delayMs: ANSWER_MS, phone });

/** Sends two posts, the second a little later. The witness checks the pages that speak of the operation. */
async function both(scene: Scene, first: () => Promise<Sent>, second: () => Promise<Sent>, gapMs: number) {
  const one = first();
  one.catch(() => undefined);
  await sleep(gapMs);
  const sent = await Promise.all([one, second()]);
  // Two slips are two operations, and a busy machine may not have sent one: its page speaks of that one.
  const isOther = ({ status }: Sent) => scene.member.op.always && status === 503;
  for (const one of sent) if (!isOther(one)) await scene.witness.see(one.page, one.id);
  return sent;
}

/** Checks that one operation was sent and done, and that `id` is its receipt. */
async function onlyOnce({ member, witness }: Scene, id: string | null, device: Device = member.device) {
  expect(id, "there is a receipt").not.toBeNull();
  expect(await settled(device, witness, id!)).toBe("done");
  expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({ dispatches: 1, effects: 1 });
}

/** Of two forms opened at the same time, one is executed; the other leads to its receipt or must be confirmed. */
async function onlyOneOf(scene: Scene, sent: Sent[]) {
  const ids = new Set(sent.flatMap(({ id }) => id ?? []));
  if (scene.member.op.always) {
    // A busy machine may not have read the list in time: then the page says that nothing was sent.
    const accepted = sent.filter(({ status }) => status !== 503).length;
    expect([scene.member.dispatches(), await scene.member.effects()]).toEqual([accepted, accepted]);
    return;
  }
  expect(ids.size).toBe(1);
  for (const { id, status } of sent) expect([303, 409]).toContain(id === null ? status : 303);
  await onlyOnce(scene, [...ids][0]!);
}

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: "M1",
    what: "double tap",
    async act(scene) {
      const { device } = scene.member;
      const { form } = await device.open();
      await slowly(scene);
      const gap = GAPS_MS[Number(scene.member.phone) % GAPS_MS.length]!;
      const [first, second] = await both(
        scene,
        () => device.send(form),
        () => device.send(form),
        gap,
      );
      expect(second!.id).toBe(first!.id);
      await onlyOnce(scene, first!.id);
    },
  },
  {
    id: "M2",
    what: "browser sends again after a reset",
    async act(scene) {
      const { device } = scene.member;
      const { form } = await device.open();
      await slowly(scene);
      await device.sendAndLeave(form, 200);
      const again = await device.send(form);
      await scene.witness.see(again.page, again.id);
      await onlyOnce(scene, again.id);
    },
  },
  {
    id: "M3",
    what: "receipt loaded again and again",
    async act(scene) {
      const { device } = scene.member;
      const sent = await device.send((await device.open()).form);
      await onlyOnce(scene, sent.id);
      for (let time = 0; time < 5; time += 1) {
        const page = await device.get(`/user/receipt/${sent.id}`);
        expect(page.status).toBe(200);
        await scene.witness.see(page, sent.id);
      }
      await onlyOnce(scene, sent.id);
    },
  },
  {
    id: "M4",
    what: "back, and sent again",
    async act(scene) {
      const { member, witness } = scene;
      const { device } = member;
      const { form } = await device.open();
      const sent = await device.send(form);
      await onlyOnce(scene, sent.id);
      const same = await device.send(form);
      await witness.see(same.page, same.id);
      expect(same.id).toBe(sent.id);
      await onlyOnce(scene, sent.id);
      if (member.op.other && !member.op.always) await changedAfterBack(scene, form, sent.id!);
    },
  },
  {
    id: "M5",
    what: "two tabs",
    async act(scene) {
      const { device, other } = scene.member;
      const [one, two] = [await device.open(), await device.open()];
      await slowly(scene);
      const sent = await both(
        scene,
        () => device.send(one.form),
        () => device.send(two.form, other),
        0,
      );
      await onlyOneOf(scene, sent);
    },
  },
  {
    id: "M5b",
    what: "two devices",
    async act(scene) {
      const { device, other, anotherDevice } = scene.member;
      const second = await anotherDevice();
      const [one, two] = [await device.open(), await second.open()];
      await slowly(scene);
      const sent = await both(
        scene,
        () => device.send(one.form),
        () => second.send(two.form, other),
        0,
      );
      await onlyOneOf(scene, sent);
      if (!scene.member.op.always) await onlyOnce(scene, sent.find(({ id }) => id)!.id, second);
    },
  },
  {
    id: "M6",
    what: "member leaves before the answer",
    async act(scene) {
      const { member, witness } = scene;
      const { form } = await member.device.open();
      await slowly(scene);
      await member.device.sendAndLeave(form, 200);
      const back = await member.device.get("/user/home");
      await witness.see(back);
      const later = await member.device.get(member.op.page);
      // The receipt may already redirect to another page; the old form still leads to it.
      const id = operationOn(later) ?? (await member.device.send(form)).id;
      await witness.see(later, id);
      await onlyOnce(scene, id);
    },
  },
];

/** A sent form with changed values shows the first operation and a new form; confirming it runs a second operation. */
async function changedAfterBack({ member, witness }: Scene, form: ShownForm, id: string) {
  const { device, op, other } = member;
  const changed = await device.send(form, other);
  await witness.see(changed.page, id);
  expect(changed.id).toBeNull();
  expect(member.dispatches()).toBe(1);
  // An open QR is shown instead.
  if (changed.status === 303) return expect(operationOn(changed.page)).toBe(id);
  expect(changed.status).toBe(409);
  const before = await member.effects();
  const second = await device.send(formOn(changed.page, op), other);
  const later = await member.witness();
  expect(second.id).not.toBe(id);
  expect(second.id).not.toBeNull();
  expect(await settled(device, later, second.id!)).toBe("done");
  expect({ dispatches: member.dispatches(), effects: await member.effects() }).toEqual({
    dispatches: 2,
    effects: before + 1,
  });
}

export async function behaviourCase(stage: Stage, behaviour: Behaviour, op: Operation, shape: Shape): Promise<void> {
  const member = await enter(stage, op, shape);
  const witness = await member.witness();
  await behaviour.act({ stage, member, witness });
  await witness.close();
  expect(witness.lies).toEqual([]);
}
