import { randomInt } from "node:crypto";
import { Refusal } from "../refusal";
import { wheelOf, type Slice } from "../wheel";
import type { World } from "../world";
import { heldBonusOf } from "./bonuses";
import { grantBonus } from "./deposits";
import { newId, type Member } from "./members";

/** A prize of the wheel that a member may claim once. Times are epoch milliseconds. */
export interface Coupon {
  id: string;
  member: string;
  /** Name of the prize. */
  name: string;
  /** Label and description of its slice. */
  label: string;
  description: string;
  /** Minor units; 0: a thing. */
  amount: number;
  createdAt: number;
  expiresAt: number;
  /** `lost`: the record of its prize is gone. */
  state: "open" | "claimed" | "lost";
}

/** The active wheel; null while the operator has none. */
export const activeWheel = ({ market, switches }: World, { currency }: Pick<Member, "currency">) =>
  switches.current.spinActive ? wheelOf(market, currency, switches.current) : null;

export const coinsOf = ({ database }: World, memberId: string): number =>
  database.get<{ coin: number }>("SELECT coin FROM member WHERE id = ?", memberId)?.coin ?? 0;

export function addCoins({ database }: World, memberId: string, count: number): void {
  database.run("UPDATE member SET coin = coin + ? WHERE id = ?", count, memberId);
}

/** Makes the member's next spin stop at the slice with this code. A code that is not on the wheel has no prize record. */
export function forceSlice({ database }: World, memberId: string, code: string): void {
  database.run(
    "INSERT INTO forced_slice (member, code) VALUES (?, ?) ON CONFLICT (member) DO UPDATE SET code = excluded.code",
    memberId,
    code,
  );
}

/**
 * Takes a coin and draws a slice, with a coupon if it has a prize.
 * @throws Refusal NO_DATA, MONEY_NOT_ENOUGH or INVALID_PRIZE_CODE, without having changed anything
 */
export function spinWheel(world: World, member: Member): { slice: Slice; coins: number } {
  const wheel = activeWheel(world, member);
  if (!wheel) throw new Refusal("NO_DATA");
  const { database } = world;
  return database.atomically(() => {
    if (coinsOf(world, member.id) <= 0) throw new Refusal("MONEY_NOT_ENOUGH");
    const forced = database.get<{ code: string }>("SELECT code FROM forced_slice WHERE member = ?", member.id);
    const slice = forced
      ? wheel.slices.find(({ code }) => code === forced.code)
      : wheel.slices[randomInt(wheel.slices.length)];
    if (!slice) throw new Refusal("INVALID_PRIZE_CODE");
    database.run("DELETE FROM forced_slice WHERE member = ?", member.id);
    addCoins(world, member.id, -1);
    if (slice.prize) addCoupon(world, member.id, slice, slice.prize);
    return { slice, coins: coinsOf(world, member.id) };
  });
}

function addCoupon(world: World, memberId: string, slice: Slice, { name, amount }: NonNullable<Slice["prize"]>): void {
  const now = world.now();
  world.database.run(
    `INSERT INTO coupon (id, member, name, label, description, amount, createdAt, expiresAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    newId(),
    memberId,
    name,
    slice.label,
    slice.htmlDescription,
    amount,
    now,
    now + world.switches.current.couponLifeMs,
  );
}

/** All coupons of the member, newest first. */
export const couponsOf = ({ database }: World, memberId: string): Coupon[] =>
  database.all<Coupon>("SELECT * FROM coupon WHERE member = ? ORDER BY createdAt DESC, rowid DESC", memberId);

/** Lets the member's open coupons expire, or loses the records of their prizes. Returns how many. */
export function spoilCoupons(world: World, memberId: string, how: "expired" | "lost"): number {
  const open = openCoupons(world, memberId);
  const change = how === "lost" ? "state = 'lost'" : "expiresAt = createdAt";
  for (const { id } of open) world.database.run(`UPDATE coupon SET ${change} WHERE id = ?`, id);
  return open.length;
}

/** The coupons that can still be claimed. */
export const openCoupons = (world: World, memberId: string): Coupon[] =>
  couponsOf(world, memberId).filter(({ state, expiresAt }) => state !== "claimed" && expiresAt > world.now());

/**
 * Credits the coupon's money to the wallet, once.
 * @throws Refusal INVALID_CODE, NO_CLAIMABLE_COUPON, INVALID_PRIZE_CODE, INVALID_COUPON_TYPE, COUPON_EXPIRED or
 *   BONUS_REMAINING
 */
export function claimCoupon(world: World, member: Member, id: string): void {
  const { database } = world;
  database.atomically(() => {
    const coupon = database.get<Coupon>("SELECT * FROM coupon WHERE id = ? AND member = ?", id, member.id);
    if (!coupon) throw new Refusal("INVALID_CODE");
    if (coupon.state === "claimed") throw new Refusal("NO_CLAIMABLE_COUPON");
    if (coupon.state === "lost") throw new Refusal("INVALID_PRIZE_CODE");
    if (coupon.amount === 0) throw new Refusal("INVALID_COUPON_TYPE");
    if (coupon.expiresAt <= world.now()) throw new Refusal("COUPON_EXPIRED");
    if (heldBonusOf(world, member.id)) throw new Refusal("BONUS_REMAINING");
    database.run("UPDATE coupon SET state = 'claimed' WHERE id = ?", id);
    const { amount, name: description } = coupon;
    grantBonus(world, member, { kind: "luckydraw", amount, success: 0, fail: 0, description });
  });
}
