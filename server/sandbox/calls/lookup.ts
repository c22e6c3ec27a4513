import { contract } from "../../operator/contract";
import { depositOffer } from "../ledger/deposit-offer";
import { implement } from "../wire/implement";
import { banks, currencies, limits, type Currency } from "../market";
import type { Member } from "../ledger/members";
import { slipHours } from "../slips/hours";
import { texts } from "../texts";
import type { World } from "../world";

/** The member's currency; for guests the market's default. */
const currencyOf = (world: World, caller: Member | null): Currency => caller?.currency ?? currencies[world.market][0]!;

export const lookup = implement(contract.lookup, {
  lookupBanks: ({ world }) => banks[world.market].map(({ code, nameTH }) => ({ code, nameTH })),
  lookupDeposit: ({ world, caller }) => depositOffer(world, currencyOf(world, caller)),
  lookupConditions: ({ world }) => ({ conditions: texts[world.market].conditions }),
  lookupAgreements: ({ world }) => ({
    agreements: world.switches.current.agreements ? texts[world.market].agreements : [],
  }),
  lookupInfo: ({ world }) => ({ name: "Kram", website: world.origin() }),
  lookupNotice: ({ world }) => ({ notice: texts[world.market].notice }),
  lookupContact: ({ world }) => ({
    contactText: texts[world.market].contact,
    lineLink: "https://line.operator.test/@kram",
    lineName: "@kram",
    lineQR: `${world.origin()}/media/line-qr.svg`,
  }),
  lookupWithdraw: ({ world, caller }) => {
    const { withdrawMin, withdrawMax } = limits[currencyOf(world, caller)];
    return { withdrawMin, withdrawMax };
  },
  lookupSlip: ({ world }) => slipHours(world),
  lookupSources: ({ world }) => texts[world.market].sources,
  lookupActive: ({ world }) => ({ terminated: world.switches.current.terminated }),
  lookupRegisterOTP: ({ world }) => ({ registerOTP: world.switches.current.registerOtp }),
  lookupEnableChatWidget: ({ world }) => ({ enableChatWidget: world.switches.current.chatWidget }),
});
