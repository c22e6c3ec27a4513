import { Refusal } from "../refusal";
import type { World } from "../world";
import { houseOf, walletOf } from "./ledger";
import { memberById, type Member } from "./members";
import { addRow, setRowStatus } from "./rows";

export interface Withdrawal {
  /** Id of its statement row. */
  statement: number;
  member: string;
  /** Minor units. */
  amount: number;
  state: "pending" | "settled" | "refused";
  /** When the bank pays it automatically, in epoch milliseconds; null: only the desk does. */
  settleAt: number | null;
}

/**
 * Debits the wallet and leaves the payment to the bank. Returns the id of the statement row. Throws MONEY_NOT_ENOUGH,
 * or TRANSFER_FAIL if the bank refuses; then the money is back in the wallet.
 */
export function startWithdrawal(
  world: World,
  member: Member,
  {
    bankCode,
    amount,
    at = world.now(),
    settleAt,
  }: { bankCode: string; amount: number; at?: number; settleAt: number | null },
): number {
  if (world.ledger.balance(walletOf(member.id)) < amount) throw new Refusal("MONEY_NOT_ENOUGH");
  const { bankDown } = world.switches.current;
  const statement = world.database.atomically(() => {
    world.ledger.move({
      at,
      kind: "withdraw",
      currency: member.currency,
      from: walletOf(member.id),
      to: houseOf(member.currency, "withdrawals"),
      amount,
    });
    const statement = addRow(world, member.id, {
      type: "withdraw",
      status: "PENDING",
      source: "wallet",
      target: bankCode,
      amount,
      createdAt: at,
    });
    world.database.run(
      "INSERT INTO withdrawal (statement, member, amount, settleAt) VALUES (?, ?, ?, ?)",
      statement,
      member.id,
      amount,
      settleAt,
    );
    if (bankDown) finishWithdrawal(world, statement, false, at);
    return statement;
  });
  if (bankDown) throw new Refusal("TRANSFER_FAIL");
  return statement;
}

/** Ends a withdrawal: `paid`, or refused with the money back in the wallet. False if it is not pending. */
export function finishWithdrawal(world: World, statement: number, paid: boolean, at = world.now()): boolean {
  return world.database.atomically(() => {
    const withdrawal = world.database.get<Withdrawal>(
      "SELECT * FROM withdrawal WHERE statement = ? AND state = 'pending'",
      statement,
    );
    const member = withdrawal && memberById(world, withdrawal.member);
    if (!member) return false;
    world.ledger.move({
      at,
      kind: paid ? "withdraw-paid" : "withdraw-back",
      currency: member.currency,
      from: houseOf(member.currency, "withdrawals"),
      to: paid ? houseOf(member.currency, "bank") : walletOf(member.id),
      amount: withdrawal.amount,
    });
    world.database.run("UPDATE withdrawal SET state = ? WHERE statement = ?", paid ? "settled" : "refused", statement);
    setRowStatus(world, statement, paid ? "SUCCESS" : "FAILED");
    return true;
  });
}

export const pendingWithdrawals = ({ database }: World, memberId?: string): Withdrawal[] =>
  database.all<Withdrawal>(
    "SELECT * FROM withdrawal WHERE state = 'pending' AND member = COALESCE(?, member) ORDER BY statement",
    memberId ?? null,
  );

/** Pays the withdrawals that are due. */
export function settleDueWithdrawals(world: World): void {
  for (const { statement } of world.database.all<Withdrawal>(
    "SELECT statement FROM withdrawal WHERE state = 'pending' AND settleAt <= ?",
    world.now(),
  ))
    finishWithdrawal(world, statement, true);
}
