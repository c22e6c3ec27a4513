import spin from "../../locales/th/spin.json";
import words from "../../locales/th/receipt.json";
import { rows } from "./ledger";
import type { Operation } from "./operations";

const REWARD = ["amount", "success", "fail"];
const COINS = 3;

const credited = rows(({ type }) => type === "bonus");

/**
 * Rewards that are proved in the same way. `addRefundToWallet` is not among them: it needs refunds without conditions,
 * which the sandbox has for all members or for none.
 */
export const REWARDS: readonly Operation[] = [
  {
    name: "receiveInviteBonus",
    has: {},
    ready: async (desk, phone) => void (await desk.friendPlays(phone, 2_000_00)),
    page: "/user/invite/receive",
    form: REWARD,
    fields: {},
    says: { done: [words.inviteDone], not: [words.inviteRejected] },
    effects: credited,
  },
  {
    name: "receiveRefund",
    has: { wallet: 100_00 },
    ready: async (desk, phone) => void (await desk.loseLastWeek(phone, 500_00)),
    page: "/user/refund/receive",
    form: REWARD,
    fields: {},
    says: { done: [words.refundDone], not: [words.refundRejected] },
    effects: credited,
  },
  {
    name: "activateBonus",
    has: {},
    page: "/user/bonus/details?code=WELCOME100",
    form: [],
    fields: {},
    says: { done: [words.saved], not: [words.bonusRejected] },
    effects: credited,
  },
  {
    name: "activatePromotion",
    has: {},
    page: "/user/promotion?code=KRAM100",
    form: ["code"],
    fields: {},
    says: { done: [words.saved], not: [words.promotionRejected] },
    effects: credited,
  },
];

/** The end of a bonus, and the prize wheel. */
export const CONDITIONS: readonly Operation[] = [
  {
    name: "clearBonus",
    has: {},
    // It can be cleared at or below all of what it brought.
    ready: async (desk, phone) => void (await desk.giveBonus(phone, 50_00, { success: 0, fail: 100 })),
    page: "/user/bonus/clear",
    form: [],
    fields: {},
    says: { done: [words.clearDone], not: [words.clearRejected] },
    effects: rows(({ type }) => type === "finish_bonus"),
  },
  {
    name: "spin",
    has: {},
    // More than one coin: a second spin would be possible.
    ready: async (desk, phone) => {
      await desk.giveCoins(phone, COINS);
      await desk.nextPrize(phone, 100_00);
    },
    page: "/user/spin",
    form: [],
    fields: {},
    says: { done: [words.spinDone, spin.youGot, spin.stoppedAt, spin.notTold], not: [words.spinRejected] },
    effects: async (desk, phone) => COINS - (await desk.coins(phone)),
  },
  {
    name: "claimCoupon",
    has: {},
    after: "spin",
    ready: async (desk, phone) => `/user/spin/coupons/claim?coupon=${(await desk.coupons(phone))[0]!.id}`,
    page: "/user/spin/coupons",
    form: ["amount"],
    fields: {},
    says: { done: [words.couponDone], not: [words.couponRejected] },
    effects: credited,
  },
];
