import type { Core, Caller } from "./core";
import { run, track, viewOf } from "./run";
import { isOrphaned, markOrphaned, settle, watch } from "./settle";
import { isOpen } from "./state";
import type { MemberRecords } from "./store";
import type { MemberOperations, OpRecord } from "./types";

/**
 * The engine for one member and one request. The records are read once: a form never carries a sequence that is newer
 * than the operation shown above it.
 */
export function memberOperations(core: Core, caller: Caller): MemberOperations {
  const { memberId } = caller;
  let seen: Promise<MemberRecords> | null = null;

  /** Reads the records; what its owner has lost becomes unknown, and what is unknown is looked up. */
  const readRecords = async (): Promise<MemberRecords> => {
    const records = await core.store.records(memberId);
    const last = records.recent.at(-1);
    if (last && isOrphaned(core, last)) {
      await markOrphaned(core, memberId, last);
      return readRecords();
    }
    if (last?.state === "unknown") settle(core, caller, last, true);
    return records;
  };
  const records = () => (seen ??= readRecords());

  /** Pages go on when the store does not; a form they show is refused when it is submitted. */
  const orWithout = async <T>(work: () => Promise<T>, without: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      core.log.error({ err: error }, "the operation store failed");
      return without;
    }
  };

  const newest = async (): Promise<OpRecord | null> => (await records()).recent.at(-1) ?? null;

  return {
    async formKey(op) {
      const known = await orWithout(records, null);
      if (!known) return "";
      const { seq, epoch } = known;
      return core.keys.make({ op, seq, issuedAt: core.clock.now(), epoch }, caller);
    },
    async run(op, input, formKey, { confirmed = false, unrecorded, handedOver } = {}) {
      const fresh = () => (seen = readRecords());
      const form = { op, input, formKey, confirmed, unrecorded, handedOver };
      const outcome = await track(core, run(core, caller, form, fresh));
      // A form that comes with a question is as old as what it was judged by; all else has moved on.
      if (outcome.kind !== "stale" && outcome.kind !== "confirm") seen = null;
      return outcome;
    },
    async view(id) {
      const { recent } = await records();
      const last = recent.at(-1);
      const op = recent.find((known) => known.id === id) ?? (await core.store.find(memberId, id));
      if (!op) return null;
      return viewOf(op.id === last?.id ? await watch(core, caller, op) : op);
    },
    last: () =>
      orWithout(async () => {
        const op = await newest();
        return op && viewOf(op);
      }, null),
    recent: (name) =>
      orWithout(async () => {
        const { recent } = await records();
        return recent
          .filter(({ op }) => op === name)
          .map(viewOf)
          .reverse();
      }, []),
    open: () =>
      orWithout(async () => {
        const op = await newest();
        return op && isOpen(op) ? viewOf(op) : null;
      }, null),
    async acknowledge(id) {
      await core.store.finish(memberId, id, ["review"], { acknowledged: true });
      seen = null;
    },
  };
}
