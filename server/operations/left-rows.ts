import type { StatementRow } from "../operator/contract/statement";
import type { Core } from "./core";
import type { OpInput } from "./proofs";
import { withRows } from "./reconcile";
import { marked, type MarkedRow } from "./rows";
import type { MemberRecords } from "./records";
import { refusals } from "./refused-rows";

/**
 * The operation that left each statement row, by its id; null for rows of other origin, and of operations that are no
 * longer among the recent ones.
 * @param rows newest first
 */
export function leftRows(core: Core, records: MemberRecords, rows: readonly StatementRow[]): (string | null)[] {
  const named = marked(rows);
  const changed = new Map(withRows(core, records, named).map((op) => [op.id, op]));
  const owners = records.recent.flatMap((op) =>
    ((changed.get(op.id) ?? op).rows ?? []).map(({ mark }): [string, string] => [mark, op.id]),
  );
  const ownerOf = new Map([...owners, ...payments(records, named)]);
  const free = named.filter(({ mark }) => !ownerOf.has(mark));
  for (const [mark, id] of refusals(records, free, core.timings)) ownerOf.set(mark, id);
  return named.map(({ mark }) => ownerOf.get(mark) ?? null);
}

/** Milliseconds after a QR was made in which its deposit is expected. */
const PAID_WITHIN_MS = 60 * 60_000;

/** The deposits by QR: each belongs to the latest QR of its bank and amount from before it, one to each. */
function payments({ recent }: MemberRecords, rows: readonly MarkedRow[]): [string, string][] {
  const unpaid = recent.filter(({ op, state }) => op === "createQr" && state === "done");
  return rows.toReversed().flatMap(({ mark, statementType, status, from, amount, createdAt }) => {
    if (statementType !== "deposit" || status !== "SUCCESS") return [];
    const at = unpaid.findLastIndex(({ input, startedAt }) => {
      const age = createdAt.getTime() - startedAt;
      const { amount: asked, bankCode } = input as OpInput;
      return asked === amount && bankCode === from && age >= 0 && age < PAID_WITHIN_MS;
    });
    return unpaid.splice(at, at < 0 ? 0 : 1).map(({ id }): [string, string] => [mark, id]);
  });
}
