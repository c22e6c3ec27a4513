import { migrate, openDatabase, type Database, type SqlValue } from "../database";
import type { AuditLine, AuditQuery } from "./line";
import type { AuditStore } from "./trail";

const COLUMNS = [
  "at",
  "memberId",
  "step",
  "state",
  "code",
  "operation",
  "reference",
  "amount",
  "currency",
  "requestId",
  "network",
  "instance",
] as const satisfies readonly (keyof AuditLine)[];

const SCHEMA = [
  `CREATE TABLE line (
     id INTEGER PRIMARY KEY, at INTEGER NOT NULL, memberId TEXT NOT NULL, step TEXT NOT NULL, state TEXT NOT NULL, code TEXT,
     operation TEXT NOT NULL, reference TEXT NOT NULL, amount INTEGER, currency TEXT, requestId TEXT, network TEXT,
     instance TEXT NOT NULL) STRICT;
   CREATE INDEX line_at ON line (at);
   CREATE INDEX line_member ON line (memberId, at);
   CREATE INDEX line_reference ON line (reference);
   CREATE INDEX line_request ON line (requestId) WHERE requestId IS NOT NULL;
   CREATE TRIGGER line_is_final BEFORE UPDATE ON line BEGIN SELECT RAISE(ABORT, 'audit lines do not change'); END;`,
];

/** Milliseconds between two deletions of old lines. */
const CLEAN_MS = 3_600_000;

/** Audit lines in a SQLite file of their own. `keepMs`: how long lines are kept, in milliseconds. */
export function sqliteAudit(database: Database, { keepMs }: { keepMs: number }): AuditStore {
  migrate(database, SCHEMA);
  const insert = `INSERT INTO line (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`;
  let cleanedAt = -Infinity;
  return {
    async add(line) {
      database.run(insert, ...COLUMNS.map((name) => line[name]));
      if (line.at - cleanedAt < CLEAN_MS) return;
      cleanedAt = line.at;
      database.run("DELETE FROM line WHERE at < ?", line.at - keepMs);
    },
  };
}

/** The lines of a query, oldest first. The file may be in use. */
export function linesInFile(database: Database, query: AuditQuery): AuditLine[] {
  const { memberId, reference, since, until } = query;
  const conditions: [sql: string, ...values: (SqlValue | undefined)[]][] = [
    ["memberId = ?", memberId],
    ["(reference = ? OR requestId = ?)", reference, reference],
    ["at >= ?", since],
    ["at <= ?", until],
  ];
  const wanted = conditions.filter(([, value]) => value !== undefined);
  const where = wanted.map(([sql]) => sql).join(" AND ");
  const values = wanted.flatMap(([, ...given]) => given as SqlValue[]);
  return database.all<AuditLine>(`SELECT ${COLUMNS.join(", ")} FROM line WHERE ${where} ORDER BY at, id`, ...values);
}

/** Adds the lines of another file that are missing in this one, in their order. */
export function addLinesFrom(file: string, other: string): void {
  const database = openDatabase(file, { durable: true });
  const columns = COLUMNS.join(", ");
  try {
    database.run("ATTACH ? AS other", other);
    database.run(`INSERT INTO main.line (${columns}) SELECT ${columns} FROM other.line AS theirs WHERE NOT EXISTS (
      SELECT 1 FROM main.line AS ours WHERE ours.reference = theirs.reference AND ours.at = theirs.at
      AND ours.step = theirs.step AND ours.instance = theirs.instance) ORDER BY theirs.id`);
    database.exec("DETACH other");
  } finally {
    database.close();
  }
}
