import { contract } from "../../operator/contract";
import { implement } from "../wire/implement";
import { rowsOf, type Row } from "../ledger/rows";

const shown = ({ type, status, source, target, amount, createdAt, origin, description }: Row) => ({
  statementType: type,
  status,
  from: source,
  to: target,
  amount,
  createdAt: new Date(createdAt),
  ...(origin && { [origin]: { description: description ?? "" } }),
});

export const statement = implement(contract.statement, {
  listStatements: ({ world, member, input }) => {
    const { total, rows } = rowsOf(world, member.id, input);
    return { total, statements: rows.map(shown) };
  },
});
