import { migrate } from "../database";
import type { Database } from "../database";
import { newEpoch, type Closing } from "./epoch";
import { createStore } from "./store";
import type { Epoch, StoredRecords } from "./records";
import type { StoreBackend, OpStore, Waiting } from "./store";
import type { Observer } from "./step";
import type { OpRecord } from "./types";

const SCHEMA = [
  `CREATE TABLE epoch (id TEXT NOT NULL, bornAt INTEGER NOT NULL, openAt INTEGER NOT NULL) STRICT;
   CREATE TABLE head (memberId TEXT PRIMARY KEY, version INTEGER NOT NULL, document TEXT NOT NULL, lease INTEGER, writtenAt INTEGER NOT NULL) STRICT;
   CREATE INDEX head_lease ON head (lease) WHERE lease IS NOT NULL;
   CREATE INDEX head_writtenAt ON head (writtenAt);
   CREATE TABLE receipt (id TEXT PRIMARY KEY, memberId TEXT NOT NULL, document TEXT NOT NULL, writtenAt INTEGER NOT NULL) STRICT;
   CREATE INDEX receipt_writtenAt ON receipt (writtenAt);`,
  // References are short: two members may have the same one.
  `ALTER TABLE receipt RENAME TO receipt_by_id;
   CREATE TABLE receipt (memberId TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, writtenAt INTEGER NOT NULL, PRIMARY KEY (memberId, id)) STRICT;
   INSERT INTO receipt (memberId, id, document, writtenAt) SELECT memberId, id, document, writtenAt FROM receipt_by_id;
   DROP TABLE receipt_by_id;
   CREATE INDEX receipt_writtenAt ON receipt (writtenAt);`,
  "CREATE TABLE lag (hour INTEGER PRIMARY KEY, ms INTEGER NOT NULL) STRICT;",
  // Who waits for an outcome, without reading all documents.
  `ALTER TABLE head ADD COLUMN unknown INTEGER;
   ALTER TABLE head ADD COLUMN review INTEGER;
   UPDATE head SET
     unknown = (SELECT min(value ->> 'startedAt') FROM json_each(document, '$.recent') WHERE value ->> 'state' = 'unknown'),
     review = (SELECT min(value ->> 'startedAt') FROM json_each(document, '$.recent')
       WHERE value ->> 'state' = 'review' AND NOT value ->> 'acknowledged');
   CREATE INDEX head_unknown ON head (unknown) WHERE unknown IS NOT NULL;
   CREATE INDEX head_review ON head (review) WHERE review IS NOT NULL;`,
];

export interface SqliteStoreOptions extends Closing {
  now?: () => number;
  observe?: Observer;
  /** Another process of the container has begun: operations in flight belong to processes that live. */
  joins?: boolean;
}

/**
 * Operations in a SQLite file of their own. Open it with `openDatabase(file, { durable: true })`, so that commits are on
 * disk before a request is sent, and hold the lock of its folder (`lockFolder`): every operation in flight at the start
 * then belongs to a process that has ended, and its lease is ended too.
 */
export function sqliteStore(database: Database, options: SqliteStoreOptions): OpStore {
  const now = options.now ?? Date.now;
  migrate(database, SCHEMA);
  const epoch = database.atomically((): Epoch => {
    const known = database.get<Epoch>("SELECT id, bornAt, openAt FROM epoch");
    if (known) return known;
    const born = newEpoch(now(), options);
    database.run("INSERT INTO epoch (id, bornAt, openAt) VALUES (?, ?, ?)", born.id, born.bornAt, born.openAt);
    return born;
  });
  if (!options.joins) endLeases(database);

  const backend: StoreBackend = {
    epoch: async () => epoch,
    now: async () => now(),
    async read(memberId) {
      const row = database.get<{ document: string }>("SELECT document FROM head WHERE memberId = ?", memberId);
      return row ? (JSON.parse(row.document) as StoredRecords) : null;
    },
    swap: async (memberId, records, retired, { lease, unknown, review }) =>
      database.atomically(() => {
        const document = JSON.stringify(records);
        const { changes } =
          records.version === 1
            ? database.run(
                "INSERT INTO head (memberId, version, document, lease, unknown, review, writtenAt) VALUES (?, 1, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                memberId,
                document,
                lease,
                unknown,
                review,
                now(),
              )
            : database.run(
                "UPDATE head SET version = ?, document = ?, lease = ?, unknown = ?, review = ?, writtenAt = ? WHERE memberId = ? AND version = ?",
                records.version,
                document,
                lease,
                unknown,
                review,
                now(),
                memberId,
                records.version - 1,
              );
        if (changes === 0 || records.epoch !== epoch.id) return false;
        if (retired) {
          const values = [retired.id, memberId, JSON.stringify(retired), now()] as const;
          database.run(
            "INSERT OR REPLACE INTO receipt (id, memberId, document, writtenAt) VALUES (?, ?, ?, ?)",
            ...values,
          );
        }
        return true;
      }),
    async retired(memberId, id) {
      const sql = "SELECT document FROM receipt WHERE id = ? AND memberId = ?";
      const row = database.get<{ document: string }>(sql, id, memberId);
      return row ? (JSON.parse(row.document) as OpRecord) : null;
    },
    leased: async (at, limit) =>
      database
        .all<{ memberId: string }>("SELECT memberId FROM head WHERE lease < ? ORDER BY lease LIMIT ?", at, limit)
        .map((row) => row.memberId),
    async waiting() {
      const of = (state: "unknown" | "review") =>
        database.get<Waiting>(
          `SELECT count(*) AS members, min(${state}) AS oldest FROM head WHERE ${state} IS NOT NULL`,
        )!;
      return { unknown: of("unknown"), review: of("review") };
    },
    async forget(before) {
      database.run("DELETE FROM head WHERE writtenAt < ?", before);
      database.run("DELETE FROM receipt WHERE writtenAt < ?", before);
    },
    async lag(hour) {
      const row = database.get<{ ms: number | null }>("SELECT max(ms) AS ms FROM lag WHERE hour > ?", hour - 24);
      return row?.ms ?? null;
    },
    async noteLag(hour, ms) {
      const sql = "INSERT INTO lag (hour, ms) VALUES (?, ?) ON CONFLICT (hour) DO UPDATE SET ms = max(ms, excluded.ms)";
      database.run(sql, hour, ms);
      database.run("DELETE FROM lag WHERE hour <= ?", hour - 24);
    },
  };
  return createStore(backend, options.observe);
}

/**
 * Ends the leases of operations whose process has ended, so that nobody waits for it.
 * @param pid of that process; without it, those of all processes
 */
export function endLeases(database: Database, pid?: number): void {
  const isOrphaned = ({ state, owner }: OpRecord) =>
    state === "inflight" && (pid === undefined || owner?.split(":")[1] === String(pid));
  database.atomically(() => {
    for (const { memberId, document } of database.all<{ memberId: string; document: string }>(
      "SELECT memberId, document FROM head WHERE lease IS NOT NULL",
    )) {
      const records = JSON.parse(document) as StoredRecords;
      if (!records.recent.some(isOrphaned)) continue;
      const recent = records.recent.map((op) => (isOrphaned(op) ? { ...op, leaseUntil: 0 } : op));
      const ended = JSON.stringify({ ...records, recent });
      database.run("UPDATE head SET document = ?, lease = 0 WHERE memberId = ?", ended, memberId);
    }
  });
}
