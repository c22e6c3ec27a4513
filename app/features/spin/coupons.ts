import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";

/** A prize that waits to be claimed. `amount`: minor units, 0 for a thing. */
export interface Coupon {
  id: string;
  /** Label of the slice that was won. */
  slice: string;
  name: string;
  amount: number;
}

export const COUPONS_PER_PAGE = 3;

/** The member's coupons that can still be claimed, newest first; null if they could not be read. */
export async function readCoupons({ operator }: AppLoadContext): Promise<Coupon[] | null> {
  const coupons = await soft(operator.listCoupons());
  if (!coupons) return null;
  return coupons.map(({ _id, prize, amount }) => ({
    id: _id,
    slice: prize.slice.label,
    name: prize.name || prize.slice.label,
    amount,
  }));
}

/** Where a coupon is claimed. */
export const claimPath = (id: string) => `/user/spin/coupons/claim?coupon=${encodeURIComponent(id)}`;
