import { contract } from "../../operator/contract";
import { WALLET } from "../../operator/contract/transfer";
import { totalOf } from "../ledger/bonuses";
import { gather, openSlotOf, toGame, toWallet } from "../ledger/games";
import { implement, SUCCESS } from "../wire/implement";
import { gameOf, walletOf } from "../ledger/ledger";
import { refuseWithoutWallet, type Member } from "../ledger/members";
import { Refusal } from "../refusal";
import type { World } from "../world";

/** Each end is the wallet or an open game account. */
function refuseClosed(world: World, member: Member, ...ends: string[]): void {
  for (const end of ends) if (end !== WALLET) openSlotOf(world, member, end);
}

export const transfer = implement(contract.transfer, {
  transfer: ({ world, member, input: { from, to, amount } }) => {
    if (from === to) throw new Refusal("KEY_INVALID");
    refuseWithoutWallet(member);
    refuseClosed(world, member, from, to);
    // Game to game is two legs: when the second one fails the money is in the wallet.
    if (from !== WALLET) toWallet(world, member, from, amount);
    if (to !== WALLET) toGame(world, member, to, amount);
    return SUCCESS;
  },

  transferAll: ({ world, member, input: { to } }) => {
    refuseWithoutWallet(member);
    refuseClosed(world, member, to);
    const there = world.ledger.balance(to === WALLET ? walletOf(member.id) : gameOf(member.id, to));
    if (totalOf(world, member.id) - there === 0) throw new Refusal("MONEY_NOT_ENOUGH");
    gather(world, member, to);
    const gathered = world.ledger.balance(walletOf(member.id));
    if (to !== WALLET && gathered > 0) toGame(world, member, to, gathered);
    return SUCCESS;
  },
});
