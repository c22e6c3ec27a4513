import { contract } from "../../operator/contract";
import { judgeBonus } from "../ledger/bonuses";
import { isDown, readSlot } from "../ledger/games";
import { inviteBonusOf } from "../ledger/invites";
import { gameOf, walletOf } from "../ledger/ledger";
import { refuseWithoutWallet, slotOf, slotsOf, type Member } from "../ledger/members";
import { OFFERED, providers, type Provider } from "../providers";
import { Refusal } from "../refusal";
import { implement, SUCCESS } from "../wire/implement";
import type { World } from "../world";
import { personOf } from "./profile";

function gameAccount(world: World, member: Member, provider: Provider) {
  const { code, name, category, rate, web, android, ios } = provider;
  const own = (address: string | null) => (address?.startsWith("/") ? world.origin() + address : address);
  const media = `${world.origin()}/media/slots/${code.toLowerCase()}`;
  return {
    code,
    name,
    category,
    isActive: slotOf(world, member.id, code) !== null,
    amount: world.ledger.balance(gameOf(member.id, code)),
    ftWalletSlot: rate[member.currency],
    logo: `${media}/logo.svg`,
    background: `${media}/background.svg`,
    web: own(web),
    android: own(android),
    ios: own(ios),
  };
}

export const wallet = implement(contract.wallet, {
  getWallet: ({ world, member }) => {
    refuseWithoutWallet(member);
    return {
      ...personOf(world, member),
      wallet: { amount: world.ledger.balance(walletOf(member.id)) },
      invite: inviteBonusOf(world, member),
      slots: providers
        .filter(({ code }) => OFFERED[world.switches.current.gamesOffered](code))
        .map((provider) => gameAccount(world, member, provider)),
    };
  },

  refreshSlots: ({ world, member }) => {
    const open = slotsOf(world, member.id);
    if (open.length > 0 && open.every(({ code }) => isDown(world, code))) throw new Refusal("INTERNAL_SERVER_ERROR");
    for (const { code } of open) readSlot(world, member, code);
    judgeBonus(world, member.id);
    return SUCCESS;
  },
});
