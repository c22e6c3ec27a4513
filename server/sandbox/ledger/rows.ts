import type { World } from "../world";

export type StatementType = "deposit" | "bonus" | "finish_bonus" | "withdraw" | "transfer";
export type BonusKind = "bonus" | "promotion" | "invite" | "refund" | "luckydraw";

/** One statement row. `amount`: minor units, never negative. `source` and `target`: `wallet`, a code, or null. */
export interface Row {
  id: number;
  type: StatementType;
  status: "SUCCESS" | "PENDING" | "FAILED";
  source: string | null;
  target: string | null;
  amount: number;
  createdAt: number;
  origin: BonusKind | null;
  description: string | null;
}

/** Adds a row, which becomes visible after `statementLagMs`. Returns its id. */
export function addRow(
  { database, switches }: World,
  memberId: string,
  row: Pick<Row, "type" | "status" | "source" | "target" | "amount" | "createdAt"> & {
    origin?: BonusKind;
    description?: string;
  },
): number {
  return database.run(
    `INSERT INTO statement (member, type, status, source, target, amount, createdAt, visibleAt, origin, description)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    memberId,
    row.type,
    row.status,
    row.source,
    row.target,
    row.amount,
    row.createdAt,
    row.createdAt + switches.current.statementLagMs,
    row.origin ?? null,
    row.description ?? null,
  ).lastInsertRowid;
}

export function setRowStatus({ database }: World, id: number, status: Row["status"]): void {
  database.run("UPDATE statement SET status = ? WHERE id = ?", status, id);
}

/** When the member last received a bonus of this kind, in epoch milliseconds; 0: never. */
export const lastReceived = ({ database }: World, memberId: string, kind: BonusKind): number =>
  database.get<{ at: number }>(
    "SELECT COALESCE(MAX(createdAt), 0) AS at FROM statement WHERE member = ? AND type = 'bonus' AND origin = ?",
    memberId,
    kind,
  )!.at;

/** The bonuses of this kind that the member has received, newest first; `page` starts at 1. */
export function receivedOf(
  { database }: World,
  memberId: string,
  kind: BonusKind,
  { page, limit }: { page: number; limit: number },
) {
  const where = "FROM statement WHERE member = ? AND type = 'bonus' AND origin = ?";
  const rows = database.all<Pick<Row, "amount" | "createdAt">>(
    `SELECT amount, createdAt ${where} ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?`,
    memberId,
    kind,
    limit,
    (page - 1) * limit,
  );
  return { rows, total: database.get<{ total: number }>(`SELECT COUNT(*) AS total ${where}`, memberId, kind)!.total };
}

/** The visible rows, newest first; `page` starts at 1. */
export function rowsOf(
  world: World,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): { total: number; rows: Row[] } {
  const now = world.now();
  const rows = world.database.all<Row>(
    `SELECT id, type, status, source, target, amount, createdAt, origin, description FROM statement
     WHERE member = ? AND visibleAt <= ? ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?`,
    memberId,
    now,
    limit,
    (page - 1) * limit,
  );
  const count = world.database.get<{ total: number }>(
    "SELECT COUNT(*) AS total FROM statement WHERE member = ? AND visibleAt <= ?",
    memberId,
    now,
  );
  return { total: count?.total ?? 0, rows };
}
