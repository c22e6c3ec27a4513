import { readReference } from "./reference";
import { track } from "./core";
import type { Core, Caller } from "./core";
import { leftRows } from "./left-rows";
import { run } from "./run";
import { compare, isOrphaned, markOrphaned, settle } from "./settle";
import { closes } from "./state";
import type { MemberRecords } from "./records";
import { RECENT } from "./store";
import type { MemberOperations, OpRecord } from "./types";
import { viewOf } from "./view";

/**
 * The engine for one member and one request. The records are read once, so that a form never carries a newer sequence
 * than the operation shown above it.
 */
export function memberOperations(core: Core, caller: Caller): MemberOperations {
  const { memberId } = caller;
  let seen: Promise<MemberRecords> | null = null;

  /** Reads the records, marks orphaned operations as unknown, and starts settling unknown ones. */
  const readRecords = async (): Promise<MemberRecords> => {
    const records = await core.store.records(memberId);
    const orphans = records.recent.filter((op) => isOrphaned(core, op, records.at));
    for (const op of orphans) await markOrphaned(core, memberId, op, records.at);
    if (orphans.length > 0) return readRecords();
    for (const op of records.recent) if (op.state === "unknown") settle(core, caller, op, true);
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

  /** A record as its rows are now. */
  const compared = async (op: OpRecord): Promise<OpRecord> => {
    const { recent } = await compare(core, caller, await records(), op);
    return recent.find(({ id }) => id === op.id) ?? op;
  };

  /** The record whose receipt is shown; marks a correction as seen. */
  const told = async (op: OpRecord): Promise<OpRecord> => {
    const now = await compared(op);
    if (!now.corrected || now.corrected.seen) return now;
    const corrected = { ...now.corrected, seen: true };
    return (await core.store.finish(memberId, op.id, [now.state], { corrected })) ?? now;
  };

  return {
    async formKey(op) {
      const known = await orFallback(records, null);
      if (!known) return "";
      const { seq, epoch } = known;
      return core.keys.make({ op, seq, issuedAt: known.at, epoch }, caller);
    },
    async run(op, input, formKey, options) {
      const fresh = () => (seen = readRecords());
      const form = { op, input, formKey, ...options };
      const outcome = await track(core, run(core, caller, form, fresh));
      // After "stale" and "confirm" the new form must match the records that the decision was based on.
      if (outcome.kind !== "stale" && outcome.kind !== "confirm") seen = null;
      return outcome;
    },
    async view(typed) {
      // Operations from before there were references have other ids.
      const id = readReference(typed) ?? typed;
      const { recent } = await records();
      const op = recent.find((known) => known.id === id) ?? (await core.store.find(memberId, id));
      if (!op) return null;
      return viewOf(recent.includes(op) ? await orFallback(() => told(op), op) : op);
    },
    last: () =>
      orFallback(async () => {
        const op = await newest();
        return op && viewOf(await compared(op));
      }, null),
    recent: (name) =>
      orFallback(async () => {
        const { recent } = await records();
        return recent
          .slice(-RECENT)
          .filter(({ op }) => op === name)
          .map(viewOf)
          .reverse();
      }, []),
    leftRows: (rows) =>
      orFallback(
        async () => leftRows(core, await records(), rows),
        rows.map(() => null),
      ),
    open: (name = "transfer") =>
      orFallback(async () => {
        const op = (await records()).recent.findLast((known) => closes(known, name));
        return op ? viewOf(op) : null;
      }, null),
    corrected: () =>
      orFallback(async () => {
        const known = await records();
        // What has changed is told on the next page.
        void compare(core, caller, known);
        const op = known.recent.findLast(({ corrected }) => corrected && !corrected.seen);
        return op ? viewOf(op) : null;
      }, null),
    async acknowledge(id) {
      await core.store.finish(memberId, id, ["review"], { acknowledged: true });
      seen = null;
    },
  };
}
