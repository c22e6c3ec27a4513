import { activeWheel, addCoins, coinsOf, couponsOf, forceSlice, spoilCoupons } from "../ledger/coupons";
import type { World } from "../world";
import { NotFound } from "./not-found";
import type { People } from "./people";

export const spoilings = ["expired", "lost"] as const;

/** The desk's control of the prize wheel. @throws NotFound */
export function createWheelControl(world: World, { memberOf }: People) {
  return {
    /** The slices of the member's wheel; empty while there is none. */
    slices: (phone: string) =>
      activeWheel(world, memberOf(phone))?.slices.map(({ code, label, prize }) => ({ code, label, prize })) ?? [],
    coins: (phone: string) => ({ coins: coinsOf(world, memberOf(phone).id) }),
    /** Returns how many the member has then. */
    giveCoins: ({ phone, count = 1 }: { phone: string; count?: number }) => {
      const { id } = memberOf(phone);
      addCoins(world, id, count);
      return { coins: coinsOf(world, id) };
    },
    /** Makes the member's next spin stop at this slice. One that is not on the wheel is INVALID_PRIZE_CODE. */
    forceSlice: ({ phone, code }: { phone: string; code: string }) => forceSlice(world, memberOf(phone).id, code),
    /** All coupons of the member, newest first. */
    coupons: (phone: string) =>
      couponsOf(world, memberOf(phone).id).map(({ member: _, description: __, ...coupon }) => coupon),
    /** Lets the member's open coupons expire, or loses the records of their prizes. Returns how many. */
    spoilCoupons: ({ phone, how = "expired" }: { phone: string; how?: (typeof spoilings)[number] }): number => {
      const count = spoilCoupons(world, memberOf(phone).id, how);
      if (count === 0) throw new NotFound(`${phone} has no open coupon.`);
      return count;
    },
  };
}
