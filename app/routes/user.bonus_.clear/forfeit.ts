import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { Held } from "~/features/bonus/held";

const SOURCES = ["bonus", "promotion", "invite", "refund"] as const;
/** A member who holds a bonus plays, and each transfer to a game is a row. */
const ROWS = 100;

/** How much the held bonus brought, in minor units; null if the statement's latest rows do not say. */
export async function amountOf({ operator }: AppLoadContext, { type }: Pick<Held, "type">): Promise<number | null> {
  const source = SOURCES.find((one) => one === type);
  if (!source) return null;
  const rows = (await soft(operator.listStatements({ page: 1, limit: ROWS })))?.statements ?? [];
  const end = rows.findIndex(({ statementType }) => statementType === "finish_bonus");
  const since = end === -1 ? rows : rows.slice(0, end);
  return since.find((row) => row.statementType === "bonus" && row[source])?.amount ?? null;
}
