import { contract } from "../../operator/contract";
import { heldBonusOf } from "./bonus";
import { gather } from "../ledger/games";
import { implement, SUCCESS } from "../wire/implement";
import { houseOf, walletOf } from "../ledger/ledger";
import { limits } from "../market";
import { bankAccountOf, memberById, type BankAccount, type Member } from "../ledger/members";
import { Refusal } from "../refusal";
import { addRow, setRowStatus } from "../ledger/rows";
import { refuseWithoutWallet } from "./transfer";
import type { World } from "../world";

export interface Withdrawal {
  /** Number of its statement row. */
  statement: number;
  member: string;
  /** Minor units. */
  amount: number;
  state: "pending" | "settled" | "refused";
  settleAt: number | null;
}

/** The checks that both calls share. Returns where the money goes. */
function refuseBadWithdrawal(world: World, member: Member, amount: number): BankAccount {
  const { withdrawMin, withdrawMax } = limits[member.currency];
  if (amount < withdrawMin || amount > withdrawMax) throw new Refusal("KEY_INVALID");
  refuseWithoutWallet(member);
  const bank = bankAccountOf(world, member);
  if (!bank) throw new Refusal("NO_BANK");
  if (heldBonusOf(world, member.id)) throw new Refusal("BONUS_CONDITION");
  return bank;
}

/**
 * Takes the money from the wallet at once and leaves the rest to the bank. Throws MONEY_NOT_ENOUGH, or TRANSFER_FAIL
 * when the bank refuses, with the money back in the wallet. Returns the number of the statement row.
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
  const { bankDown } = world.settings.current;
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

/** The bank has paid (`paid`), or has refused and the money goes back. False when that withdrawal is not pending. */
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

/** Pays the withdrawals whose time has come. */
export function settleDueWithdrawals(world: World): void {
  for (const { statement } of world.database.all<Withdrawal>(
    "SELECT statement FROM withdrawal WHERE state = 'pending' AND settleAt <= ?",
    world.now(),
  ))
    finishWithdrawal(world, statement, true);
}

/** When the bank pays by itself, by the setting; null when only the desk does. */
const settleTime = (world: World) => {
  const { withdrawSettleMs } = world.settings.current;
  return withdrawSettleMs === 0 ? null : world.now() + withdrawSettleMs;
};

export const withdraw = implement(contract.withdraw, {
  withdraw: ({ world, member, input: { amount } }) => {
    const { code: bankCode } = refuseBadWithdrawal(world, member, amount);
    startWithdrawal(world, member, { bankCode, amount, settleAt: settleTime(world) });
    return SUCCESS;
  },
  withdrawAll: ({ world, member, input: { amount } }) => {
    const { code: bankCode } = refuseBadWithdrawal(world, member, amount);
    // What was gathered stays in the wallet, also when it turns out to be too little.
    gather(world, member);
    startWithdrawal(world, member, { bankCode, amount, settleAt: settleTime(world) });
    return SUCCESS;
  },
});
