import { readReference } from "./reference";
import type { Core, Caller } from "./core";
import { leftRows } from "./left-rows";
import { run, track, viewOf } from "./run";
import { isOrphaned, markOrphaned, settle, watch } from "./settle";
import { isOpen } from "./state";
import type { MemberRecords } from "./store";
import type { MemberOperations, OpRecord } from "./types";

/**
 * The engine for one member and one request. The records are read once, so that a form never carries a newer sequence
 * than the operation shown above it.
 */
export function memberOperations(core: Core, caller: Caller): MemberOperations {
  const { memberId } = caller;
  let seen: Promise<MemberRecords> | null = null;

  /** Reads the records, marks an orphaned operation as unknown, and starts settling an unknown one. */
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

  /** Pages work without the store; only submitting a form does not. */
  const orFallback = async <T>(work: () => Promise<T>, fallback: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      core.log.error({ requestId: caller.requestId, err: error }, "operation store failed");
      return fallback;
    }
  };

  const newest = async (): Promise<OpRecord | null> => (await records()).recent.at(-1) ?? null;

  return {
    async formKey(op) {
      const known = await orFallback(records, null);
      if (!known) return "";
      const { seq, epoch } = known;
      return core.keys.make({ op, seq, issuedAt: core.clock.now(), epoch }, caller);
    },
    async run(op, input, formKey, { confirmed = false, unrecorded, handedOver } = {}) {
      const fresh = () => (seen = readRecords());
      const form = { op, input, formKey, confirmed, unrecorded, handedOver };
      const outcome = await track(core, run(core, caller, form, fresh));
      // After "stale" and "confirm" the new form must match the records that the decision was based on.
      if (outcome.kind !== "stale" && outcome.kind !== "confirm") seen = null;
      return outcome;
    },
    async view(typed) {
      // Operations from before there were references have other ids.
      const id = readReference(typed) ?? typed;
      const { recent } = await records();
      const last = recent.at(-1);
      const op = recent.find((known) => known.id === id) ?? (await core.store.find(memberId, id));
      if (!op) return null;
      return viewOf(op.id === last?.id ? await watch(core, caller, op) : op);
    },
    last: () =>
      orFallback(async () => {
        const op = await newest();
        return op && viewOf(op);
      }, null),
    recent: (name) =>
      orFallback(async () => {
        const { recent } = await records();
        return recent
          .filter(({ op }) => op === name)
          .map(viewOf)
          .reverse();
      }, []),
    leftRows: (rows) =>
      orFallback(
        async () => leftRows(rows, (await records()).recent),
        rows.map(() => null),
      ),
    open: () =>
      orFallback(async () => {
        const op = await newest();
        return op && isOpen(op) ? viewOf(op) : null;
      }, null),
    async acknowledge(id) {
      await core.store.finish(memberId, id, ["review"], { acknowledged: true });
      seen = null;
    },
  };
}
