import { contract } from "../../operator/contract";
import { personOf } from "./account";
import { announce } from "./announcements";
import { judgeBonus } from "./bonus";
import { isDown, openSlotOf, readSlot } from "../ledger/games";
import { redeemGift } from "./gifts";
import { implement, SUCCESS } from "../wire/implement";
import { gameOf, walletOf } from "../ledger/ledger";
import { newGamePassword, openSlot, slotOf, slotsOf, type Member } from "../ledger/members";
import { providerOf, providers, type Provider } from "../providers";
import { Refusal } from "../refusal";
import { refuseWithoutWallet } from "./transfer";
import type { World } from "../world";

/** What an UFABET sign-in page wants posted back to it. */
const webForm = {
  __VIEWSTATE: "/wEPDwUKMTY1NDU2MTA1MmRk",
  __VIEWSTATEGENERATOR: "CA0B0334",
  __EVENTVALIDATION: "/wEdAAWYpYlk0m1",
  __EVENTTARGET: "",
  __EVENTARGUMENT: "",
};

function gameAccount(world: World, member: Member, provider: Provider) {
  const { code, name, category, rate, web, android, ios } = provider;
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
    web,
    android,
    ios,
  };
}

export const wallet = implement(contract.wallet, {
  getWallet: ({ world, member }) => {
    refuseWithoutWallet(member);
    return {
      ...personOf(world, member),
      wallet: { amount: world.ledger.balance(walletOf(member.id)) },
      invite: { amount: 0, success: 300, fail: 5 },
      slots: providers.map((provider) => gameAccount(world, member, provider)),
    };
  },

  refreshSlots: ({ world, member }) => {
    const open = slotsOf(world, member.id);
    if (open.length > 0 && open.every(({ code }) => isDown(world, code))) throw new Refusal("INTERNAL_SERVER_ERROR");
    for (const { code } of open) readSlot(world, member, code);
    judgeBonus(world, member.id);
    return SUCCESS;
  },

  activateSlot: ({ world, member, input: { slotCode } }) => {
    if (!providerOf(slotCode)) throw new Refusal("NO_GAME");
    if (slotOf(world, member.id, slotCode)) throw new Refusal("SLOT_ALREADY_ACTIVE");
    if (world.settings.current.providersDown.includes("*")) throw new Refusal("GAME_ACTIVATION_FAIL");
    if (isDown(world, slotCode)) throw new Refusal("SLOT_ACTIVATE_FAIL");
    openSlot(world, member, slotCode);
    return SUCCESS;
  },

  getSlotAccount: ({ world, member, input: { slotCode } }) => {
    const { username, password, network } = openSlotOf(world, member, slotCode);
    if (slotCode !== "UFABET") return { username, password };
    if (network !== slotCode) throw new Refusal("NOT_UFABET");
    return { username, password, event: webForm };
  },

  resetSlotPassword: ({ world, member, input: { slotCode } }) => {
    openSlotOf(world, member, slotCode);
    if (isDown(world, slotCode)) throw new Refusal("SLOT_RESET_PASSWORD_FAIL");
    world.database.run(
      "UPDATE slot SET password = ? WHERE member = ? AND code = ?",
      newGamePassword(),
      member.id,
      slotCode,
    );
    return SUCCESS;
  },

  addToWallet: ({ world, member, input: { amount } }) => {
    announce(world, member, amount);
    return SUCCESS;
  },

  submitTruelink: ({ world, member, input: { link } }) => {
    redeemGift(world, member, link);
    return SUCCESS;
  },
});
