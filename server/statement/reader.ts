import { EventEmitter, once } from "node:events";
import type { CallAuth, OperatorClient } from "../operator/client";
import { endpoints } from "../operator/contract";
import type { CallResult } from "../operator/call-result";
import type { StatementRow } from "../operator/contract/statement";
import { collectRows, type StatementRows } from "./rows";

type NoAnswer = Exclude<CallResult<never>, { kind: "answer" }>;

/** A member's whole statement, as far as it has been read. */
export interface StatementReading {
  /**
   * `done`: everything wanted is here. `reading`: reading continues in the background. `failed`: the operator did not
   * answer; the next request resumes from here.
   */
  state: "reading" | "done" | "failed";
  /** Newest first; there may be gaps until the state is `done`. */
  rows: StatementRow[];
  /** How many of the movements read so far could not be understood; they are not in `rows`. */
  unread: number;
  /** The number of movements, as reported by the operator. */
  total: number;
}

export interface Wanted {
  /** Milliseconds to wait at most; after that the reading so far is returned. */
  waitMs: number;
  /** Epoch milliseconds; older movements are not needed. */
  since?: number;
}

export interface Statements {
  /** Never rejects; `failure` is the reason for the state `failed`. */
  read(memberId: string, auth: CallAuth, wanted: Wanted): Promise<StatementReading & { failure: NoAnswer | null }>;
}

/** Limits of the cache: age, members, rows. */
const LIFETIME_MS = 5 * 60_000;
const MAX_MEMBERS = 200;
const MAX_ROWS = 200_000;
/** Limits of one reading: twenty calls more than the longest statement needs, two minutes. */
const MAX_CALLS = 70;
const MAX_MS = 2 * 60_000;

interface Reading {
  rows: StatementRows;
  startedAt: number;
  /** Of the latest request. */
  auth: CallAuth;
  /** Epoch milliseconds: the earliest moment that any request has wanted. */
  since: number;
  running: boolean;
  /** Epoch milliseconds: this reading has covered everything at or after this moment. */
  knownTo: number;
  failure: NoAnswer | null;
  /** Emits `step` after every page and at the end. */
  steps: EventEmitter;
}

/**
 * Reads whole statements, which the operator serves in pages of 100 rows. Each member has one reading, which fetches
 * one page at a time however many requests wait for it. Rows are cached for a few minutes; a new request fetches only
 * what may have changed: the first page, and pages with pending movements. Nothing is shared between members.
 */
export function createStatements(client: OperatorClient, now: () => number = Date.now): Statements {
  const readings = new Map<string, Reading>();

  function readingOf(memberId: string, auth: CallAuth): Reading {
    const known = readings.get(memberId);
    readings.delete(memberId);
    const usable = known && (known.running || now() - known.startedAt < LIFETIME_MS);
    const reading = usable ? known : newReading(auth, now());
    readings.set(memberId, reading);
    if (!usable) setTimeout(() => forget(memberId, reading), LIFETIME_MS).unref();
    return reading;
  }

  function forget(memberId: string, reading: Reading) {
    if (readings.get(memberId) === reading) readings.delete(memberId);
  }

  /** Evicts the least recently used readings, but never the latest one. */
  function evict() {
    let rows = [...readings.values()].reduce((sum, reading) => sum + reading.rows.size(), 0);
    for (const [memberId, reading] of readings) {
      if (readings.size === 1 || (readings.size <= MAX_MEMBERS && rows <= MAX_ROWS)) return;
      readings.delete(memberId);
      rows -= reading.rows.size();
    }
  }

  function begin(reading: Reading) {
    Object.assign(reading, { running: true, failure: null, knownTo: Infinity });
    void readAll(reading)
      .catch((): NoAnswer => ({ kind: "unknown", cause: "reader" }))
      .then((failure) => {
        Object.assign(reading, { running: false, failure });
        reading.steps.emit("step");
      });
  }

  /** Reads pages until everything wanted is covered. Returns null, or why it stopped early. */
  async function readAll(reading: Reading): Promise<NoAnswer | null> {
    const { rows, steps } = reading;
    const giveUpAt = now() + MAX_MS;
    let page = 1;
    let totalAtStart = 0;
    for (let calls = 0; calls < MAX_CALLS && now() < giveUpAt; calls += 1) {
      const answer = await client.call(endpoints.listStatements, { page, limit: rows.limit() }, reading.auth);
      if (answer.kind !== "answer") return answer;
      const { total } = answer.output;
      // Rows are told apart by their places from the end.
      if (total === null) return { kind: "unknown", cause: "no-total" };
      const steady = rows.add(page, { ...answer.output, total });
      if (page === 1) totalAtStart = total;
      const next = rows.next(page, reading.since, now());
      if (page > 1 && (!steady || (!next && rows.total() > totalAtStart))) {
        page = 1;
        if (!steady) reading.knownTo = Infinity;
      } else if (next) {
        page = next.page;
        reading.knownTo = next.knownTo;
      } else {
        reading.knownTo = reading.since;
        return null;
      }
      steps.emit("step");
    }
    return { kind: "unknown", cause: "too-long" };
  }

  return {
    async read(memberId, auth, { waitMs, since = -Infinity }) {
      const reading = readingOf(memberId, auth);
      evict();
      reading.auth = auth;
      reading.since = Math.min(reading.since, since);
      if (!reading.running) begin(reading);
      const late = AbortSignal.timeout(waitMs);
      while (reading.knownTo > since && !reading.failure && !late.aborted) {
        // The reading has just ended without covering what this request wants.
        if (!reading.running) begin(reading);
        await once(reading.steps, "step", { signal: late }).catch(() => undefined);
      }
      const { rows, failure, knownTo } = reading;
      const state = failure ? "failed" : knownTo <= since ? "done" : "reading";
      return { state, rows: rows.list(), unread: rows.unread(), total: rows.total(), failure };
    },
  };
}

const newReading = (auth: CallAuth, startedAt: number): Reading => ({
  rows: collectRows(),
  startedAt,
  auth,
  since: Infinity,
  running: false,
  knownTo: Infinity,
  failure: null,
  steps: new EventEmitter().setMaxListeners(0),
});
