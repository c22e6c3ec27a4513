import { contract } from "../../operator/contract";
import { WALLET } from "../../operator/contract/transfer";
import { totalOf } from "../ledger/bonuses";
import { gather, openSlotOf, toGame, toWallet } from "../ledger/games";
import { implement, SUCCESS } from "../wire/implement";
import { gameOf, walletOf } from "../ledger/ledger";
import { refuseWithoutWallet, type Member } from "../ledger/members";
import { Refusal } from "../refusal";
import type { World } from "../world";

/** Each end must be the wallet or an open game account. Throws NO_GAME or SLOT_NO_ACCOUNT. */
function refuseClosed(world: World, member: Member, ...ends: string[]): void {
  for (const end of ends) if (end !== WALLET) openSlotOf(world, member, end);
}

export const transfer = implement(contract.transfer, {
  transfer: ({ world, member, input: { from, to, amount } }) => {
    if (from === to) throw new Refusal("KEY_INVALID");
    refuseWithoutWallet(member);
    refuseClosed(world, member, from, to);
    // A transfer between games has two legs; if the second one fails, the money stays in the wallet.
    if (from !== WALLET) toWallet(world, member, from, amount);
    if (to !== WALLET) toGame(world, member, to, amount);
    return SUCCESS;
  },

  transferAll: ({ world, member, input: { to } }) => {
    refuseWithoutWallet(member);
    refuseClosed(world, member, to);
    const atTarget = world.ledger.balance(to === WALLET ? walletOf(member.id) : gameOf(member.id, to));
    if (totalOf(world, member.id) - atTarget === 0) throw new Refusal("MONEY_NOT_ENOUGH");
    gather(world, member, to);
    const gathered = world.ledger.balance(walletOf(member.id));
    if (to !== WALLET && gathered > 0) toGame(world, member, to, gathered);
    return SUCCESS;
  },
});
