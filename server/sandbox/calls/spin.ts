import { contract } from "../../operator/contract";
import { activeWheel, claimCoupon, openCoupons, spinWheel } from "../ledger/coupons";
import { Refusal } from "../refusal";
import { implement } from "../wire/implement";

/** Business failures of the wheel are answers with status 200. */
function orError<T extends object>(work: () => T): ({ success: true } & T) | { success: false; error: string } {
  try {
    return { success: true, ...work() };
  } catch (error) {
    if (error instanceof Refusal) return { success: false, error: error.code };
    throw error;
  }
}

export const spin = implement(contract.spin, {
  spinSetup: ({ world, member }) => {
    const wheel = activeWheel(world, member);
    const slice = wheel?.slices.map(({ prize: _, ...shown }) => shown) ?? [];
    const activeSpinwheel = wheel && { name: wheel.name, slice };
    return { success: true, result: { activeSpinwheel, userCoin: member.coin } };
  },
  spin: ({ world, member }) =>
    orError(() => {
      const { slice, coins } = spinWheel(world, member);
      return { result: { code: slice.code, label: slice.label, remainingCoin: coins } };
    }),
  listCoupons: ({ world, member }) =>
    openCoupons(world, member.id).map(({ id, name, label, description, amount }) => ({
      _id: id,
      prize: { name, slice: { label, htmlDescription: description } },
      amount,
    })),
  claimCoupon: ({ world, member, input: { coupon } }) =>
    orError(() => {
      claimCoupon(world, member, coupon);
      return {};
    }),
  spinActive: ({ world }) => ({ isActive: world.switches.current.spinActive }),
});
