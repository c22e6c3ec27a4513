import { contract } from "../../operator/contract";
import { implement } from "../wire/implement";

/** The sandbox has no spin wheel, so nothing can be spun or claimed. */
export const spin = implement(contract.spin, {
  spinSetup: ({ member }) => ({ success: true, result: { activeSpinwheel: null, userCoin: member.coin } }),
  spin: () => ({ success: false, error: "NO_DATA" }),
  listCoupons: () => [],
  claimCoupon: () => ({ success: false, error: "INVALID_CODE" }),
  spinActive: ({ world }) => ({ isActive: world.switches.current.spinActive }),
});
