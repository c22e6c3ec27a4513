import type { Database } from "../database";
import { KEEP_MS } from "../operations/store";
import { BEGUN_ANEW, STORE_FILES } from "../config/files";

/** How many of the newest operations in the audit trail are looked for. */
const NEWEST = 20;
const DAY_MS = 24 * 3_600_000;

interface Files {
  operations: Database;
  sessions: Database;
  audit: Database;
}

/**
 * Begins the stores anew, as a restore does, if the operations are an older copy: the audit trail, which is a file of its
 * own, knows operations that they have forgotten. An older copy of the whole folder looks like the folder did then, so
 * nothing in it can tell. Returns whether it was one.
 * @param now epoch milliseconds
 */
export function beginAnewIfOlder({ operations, sessions, audit }: Files, now: number): boolean {
  if (!hasTable(operations, "head") || !hasTable(audit, "line")) return false;
  const newest = audit.all<{ memberId: string; reference: string }>(
    "SELECT memberId, reference FROM line WHERE step = 'began' AND at > ? ORDER BY id DESC LIMIT ?",
    // Older ones are deleted.
    now - KEEP_MS + DAY_MS,
    NEWEST,
  );
  if (newest.every(({ memberId, reference }) => isKnown(operations, memberId, reference))) return false;
  operations.run(BEGUN_ANEW[STORE_FILES.operations]);
  if (hasTable(sessions, "list")) sessions.run(BEGUN_ANEW[STORE_FILES.sessions]);
  return true;
}

const hasTable = (database: Database, name: string) =>
  database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name) !== undefined;

function isKnown(operations: Database, memberId: string, id: string): boolean {
  const recent = `SELECT 1 FROM head, json_each(head.document, '$.recent') AS op
    WHERE head.memberId = ? AND op.value ->> '$.id' = ?`;
  const retired = "SELECT 1 FROM receipt WHERE memberId = ? AND id = ?";
  return [recent, retired].some((sql) => operations.get(sql, memberId, id) !== undefined);
}
