import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { newEpoch, type Closing } from "./epoch";
import { KEEP, LOOK, NOW, READ, SWAP } from "./history-scripts";
import { redisLag } from "./lag-redis";
import type { Epoch } from "./records";

/** Milliseconds that replicas have to confirm a write. */
const REPLICA_MS = 1_000;
/** Milliseconds in which Redis must execute a write: less than its deadline, so that none takes effect after it was given up. */
const LATE_MS = 1_900;
/** Milliseconds that the processes have to vote on a new run. Longer than the pause between two sweeps. */
const VOTE_MS = 45_000;
/** Milliseconds without a sign of life after which a process has ended. */
const SILENT_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;

/** Too few replicas have confirmed a write. It is not known whether it lasts. */
class TooFewReplicas extends Error {
  constructor(readonly result: unknown) {
    super("Too few replicas of Redis confirmed the write.");
  }
}

export interface HistoryOptions extends Closing {
  /** Names this process among all that share the store. */
  owner?: string;
  /** Number of replicas that must confirm a write. */
  replicas?: number;
  /** Prefix of the keys, after the one of the connection. */
  prefix?: string;
  /** Keys that are deleted when the history is not whole. */
  forget?: readonly string[];
  /** Another clock than Redis' one, for tests. */
  now?: () => number;
  voteMs?: number;
}

/**
 * The history of the writes to a Redis that several processes share. A Redis that was restarted, restored or replaced by
 * its replica may have forgotten its newest writes, and an operation whose record is forgotten could be sent again. So the
 * store counts its writes with a mark, each process remembers the mark of its last one, and after any change of the
 * server's run nothing is written until every process that may have written has found its mark. If one does not answer or
 * misses something, a new epoch begins (docs/decisions/store-history.md).
 */
export interface History {
  /** Redis' time, epoch milliseconds. */
  now(): Promise<number>;
  /** The epoch. While the processes vote it opens when the vote ends at the latest. */
  epoch(): Promise<Epoch>;
  /** A sign of life of this process, and its vote if there is one. */
  look(): Promise<Epoch>;
  /**
   * Writes a member's records. Resolves to whether they were written; false: the version or the epoch is another one.
   * @param keys head, leases, receipt
   * @param values of `SWAP`, from the epoch's id
   * @throws Error if it is not known whether they were written, or may be written at all
   */
  swap(keys: readonly [string, string, string], values: readonly [string, ...(string | number)[]]): Promise<boolean>;
  /** Writes a value that must last, for `ms` milliseconds. @throws Error if it is not known whether it was written */
  keep(key: string, value: string, ms: number): Promise<void>;
  /** This process writes no more: nobody waits for its vote. */
  leave(): Promise<void>;
}

/** @param redis the connection for writes: with replicas they block it for a moment */
export function redisHistory(redis: Redis, options: HistoryOptions): History {
  const { replicas = 0, prefix = "op:", forget = [], voteMs = VOTE_MS } = options;
  const owner = options.owner ?? randomBytes(8).toString("hex");
  const key = (name: string) => `${prefix}${name}`;
  const [epochKey, historyKey, processesKey] = [key("epoch"), key("history"), key("processes")];
  const lags = redisLag(redis, prefix);
  /** The epoch and the mark of the last write that this process knows of. */
  let seen = { epoch: "", mark: 0 };
  /** The epoch that this process has seen last: a store that was emptied knows of none. */
  let latest: Epoch | null = null;
  /** Redis' clock at a moment of the monotonic clock, or a little before. */
  let clock = { at: 0, moment: 0 };

  const run = async <T = unknown>(
    script: string,
    keys: readonly string[],
    ...values: readonly (string | number)[]
  ): Promise<T> => {
    if (replicas === 0) return (await redis.eval(script, keys.length, ...keys, ...values)) as T;
    const batch = redis.pipeline().eval(script, keys.length, ...keys, ...values);
    const results = await batch.wait(replicas, REPLICA_MS).exec();
    const [[error, result] = [new Error("Redis did not answer.")], [unconfirmed, count] = []] = results ?? [];
    if (error ?? unconfirmed) throw (error ?? unconfirmed)!;
    if ((count as number) < replicas) throw new TooFewReplicas(result);
    return result as T;
  };
  /** Another epoch has a count of its own. */
  const note = (epoch: string, mark: number) => {
    seen = { epoch, mark: epoch === seen.epoch ? Math.max(mark, seen.mark) : mark };
  };

  const now = async () => options.now?.() ?? Number(await redis.eval(NOW, 1, epochKey));

  const look = async (): Promise<Epoch> => {
    const asked = await now();
    const [stored, longestLag] = await Promise.all([redis.get(epochKey), lags.lag(Math.floor(asked / HOUR_MS))]);
    const before = stored === null ? latest : (JSON.parse(stored) as Epoch);
    const born = newEpoch(asked, options, { before, longestLag });
    const keys = [epochKey, historyKey, processesKey, key("votes"), ...forget];
    const values = [owner, seen.epoch, seen.mark, JSON.stringify(born), born.id, voteMs, SILENT_MS];
    const answer = await run(LOOK, keys, ...values).catch((error: unknown) => {
      if (!(error instanceof TooFewReplicas)) throw error;
      // Reading goes on. Nothing is sent before replicas have confirmed a later write, and all before it.
      return error.result;
    });
    const [document, mark, at, left] = answer as [string, number, number, number];
    clock = { at, moment: performance.now() };
    const epoch = JSON.parse(document) as Epoch;
    latest = epoch;
    if (left === 0) note(epoch.id, mark);
    return left === 0 ? epoch : { ...epoch, openAt: Math.max(epoch.openAt, asked + left) };
  };

  const swapOnce = async (keys: readonly string[], values: readonly [string, ...(string | number)[]]) => {
    const until = Math.floor(clock.at + (performance.now() - clock.moment) + LATE_MS);
    const mark = values[0] === seen.epoch ? seen.mark : 0;
    const all = [epochKey, historyKey, processesKey, ...keys];
    const [what, found, at] = await run<["written" | "other" | "look" | "late", number, number]>(
      SWAP,
      all,
      owner,
      mark,
      until,
      ...values,
    );
    clock = { at, moment: performance.now() };
    if (what === "written") note(values[0], found);
    return what;
  };

  return {
    now,
    async epoch() {
      const [document, isWhole] = (await redis.eval(READ, 2, epochKey, historyKey)) as [string | null, number];
      return document && isWhole === 1 ? (JSON.parse(document) as Epoch) : look();
    },
    look,
    async swap(keys, values) {
      let what = await swapOnce(keys, values);
      if (what === "look") {
        await look();
        what = await swapOnce(keys, values);
      }
      if (what === "look") throw new Error("Redis may have forgotten its newest writes.");
      if (what === "late") throw new Error("Redis executed the write too late, so it was not done.");
      return what === "written";
    },
    async keep(name, value, ms) {
      const [epoch, mark] = await run<[string, number]>(KEEP, [epochKey, historyKey, name], value, ms);
      if (epoch === seen.epoch) note(epoch, mark);
    },
    leave: async () => void (await redis.hdel(processesKey, owner)),
  };
}
