import { EventEmitter, once } from "node:events";
import type { CallAuth, OperatorClient } from "../operator/client";
import { endpoints } from "../operator/contract";
import type { CallResult } from "../operator/call-result";
import type { StatementRow } from "../operator/contract/statement";
import { collectRows, type StatementRows } from "./rows";

type NoAnswer = Exclude<CallResult<never>, { kind: "answer" }>;

/** What is known of a member's whole statement. */
export interface StatementReading {
  /** `done`: all that was wanted. `reading`: it goes on in the background. `failed`: the operator did not answer; asking again goes on from here. */
  state: "reading" | "done" | "failed";
  /** Newest first; while it is being read there may be gaps. */
  rows: StatementRow[];
  /** How many movements there are, as the operator says. */
  total: number;
}

export interface Wanted {
  /** Milliseconds until the caller goes on with what is known by then. */
  waitMs: number;
  /** Only movements since this moment (epoch milliseconds) are needed. */
  since?: number;
}

export interface Statements {
  /** Never rejects; `failure` says why a reading failed. */
  read(memberId: string, auth: CallAuth, wanted: Wanted): Promise<StatementReading & { failure: NoAnswer | null }>;
}

/** How long rows are kept, and of how many members. */
const LIFETIME_MS = 5 * 60_000;
const MAX_MEMBERS = 200;
const MAX_ROWS = 200_000;
/** What one reading may cost before it is given up: twenty calls more than the longest statement needs, two minutes. */
const MAX_CALLS = 70;
const MAX_MS = 2 * 60_000;

interface Reading {
  rows: StatementRows;
  startedAt: number;
  /** Of the request that asked last. */
  auth: CallAuth;
  since: number;
  running: boolean;
  /** Everything at or after this moment has been read since the last request began. */
  knownTo: number;
  failure: NoAnswer | null;
  /** `step` after every page, and at the end. */
  steps: EventEmitter;
}

/**
 * Whole statements, which the operator gives in pages of a hundred. For each member one page is asked for at a time,
 * whoever wants it; rows stay in memory for some minutes, and every new request asks for what may be new: the first
 * page, and those with movements in progress. Nothing is shared between members.
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

  /** The longest unused go first; the newest stays. */
  function makeRoom() {
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

  /** Page after page until all that is wanted is known. Null, or why it ended earlier. */
  async function readAll(reading: Reading): Promise<NoAnswer | null> {
    const { rows, steps } = reading;
    const giveUpAt = now() + MAX_MS;
    let page = 1;
    let totalAtStart = 0;
    for (let calls = 0; calls < MAX_CALLS && now() < giveUpAt; calls += 1) {
      const answer = await client.call(endpoints.listStatements, { page, limit: rows.limit() }, reading.auth);
      if (answer.kind !== "answer") return answer;
      const steady = rows.add(page, answer.output);
      if (page === 1) totalAtStart = answer.output.total;
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
      makeRoom();
      reading.auth = auth;
      reading.since = Math.min(reading.since, since);
      if (!reading.running) begin(reading);
      const late = AbortSignal.timeout(waitMs);
      while (reading.knownTo > since && !reading.failure && !late.aborted) {
        // It ended with less than this, in the very moment it was asked for more.
        if (!reading.running) begin(reading);
        await once(reading.steps, "step", { signal: late }).catch(() => undefined);
      }
      const { rows, failure, knownTo } = reading;
      const state = failure ? "failed" : knownTo <= since ? "done" : "reading";
      return { state, rows: rows.list(), total: rows.total(), failure };
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
