import { contract } from "../../operator/contract";
import { heldBonusOf } from "../ledger/bonuses";
import { gather } from "../ledger/games";
import { bankAccountOf, refuseWithoutWallet, type BankAccount, type Member } from "../ledger/members";
import { startWithdrawal } from "../ledger/withdrawals";
import { limits } from "../market";
import { Refusal } from "../refusal";
import { implement, SUCCESS } from "../wire/implement";
import type { World } from "../world";

/** The checks of both calls. Returns the account to pay to. @throws Refusal */
function refuseBadWithdrawal(world: World, member: Member, amount: number): BankAccount {
  const { withdrawMin, withdrawMax } = limits[member.currency];
  if (amount < withdrawMin || amount > withdrawMax) throw new Refusal("KEY_INVALID");
  refuseWithoutWallet(member);
  const bank = bankAccountOf(world, member);
  if (!bank) throw new Refusal("NO_BANK");
  if (heldBonusOf(world, member.id)) throw new Refusal("BONUS_CONDITION");
  return bank;
}

/** When the bank pays automatically (epoch milliseconds); null if only the desk pays. */
const settleTime = (world: World) => {
  const { withdrawSettleMs } = world.switches.current;
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
    // The gathered money stays in the wallet even if it is too little for the withdrawal.
    gather(world, member);
    startWithdrawal(world, member, { bankCode, amount, settleAt: settleTime(world) });
    return SUCCESS;
  },
});
