import { bonusOffer, promotionOffer, type BonusOffer } from "../offers";
import { Refusal } from "../refusal";
import type { World } from "../world";
import { heldBonusOf, refuseWhileBonusHeld } from "./bonuses";
import { grantBonus } from "./deposits";
import type { Member } from "./members";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UTC_PLUS_7_MS = 7 * HOUR_MS;
/** The first day of the epoch was a Thursday, and weeks begin on Monday. */
const DAYS_BEFORE_EPOCH = 3;

const dayOf = (at: number) => Math.floor((at + UTC_PLUS_7_MS) / DAY_MS);
const weekOf = (at: number) => Math.floor((dayOf(at) + DAYS_BEFORE_EPOCH) / 7);

/** In which period a receipt counts, by the type of its bonus. */
const PERIODS: Record<BonusOffer["type"], (at: number) => number> = { limit: () => 0, day: dayOf, week: weekOf };

/** When a member received an offer, in epoch milliseconds, oldest first. */
export const receiptsOf = ({ database }: World, memberId: string, code: string): number[] =>
  database
    .all<{ at: number }>("SELECT at FROM received_offer WHERE member = ? AND code = ? ORDER BY at", memberId, code)
    .map(({ at }) => at);

/** Adds a receipt. Moves no money. */
export const addReceipt = (world: World, memberId: string, code: string, at = world.now()): void =>
  void world.database.run("INSERT INTO received_offer (member, code, at) VALUES (?, ?, ?)", memberId, code, at);

const depositedSince = ({ database }: World, memberId: string, since: number): number =>
  database.get<{ total: number }>(
    `SELECT COALESCE(SUM(amount), 0) AS total FROM statement
     WHERE member = ? AND type = 'deposit' AND status = 'SUCCESS' AND createdAt >= ?`,
    memberId,
    since,
  )!.total;

const refuseIfFull = ({ switches }: World, code: string) => {
  if (switches.current.offersFull.includes(code)) throw new Refusal("BONUS_FULL");
};

/**
 * Credits a bonus, which the member then holds. Throws NO_DATA, BONUS_ALREADY_ACTIVE, BONUS_REMAINING,
 * BONUS_MAX_CLAIMED, BONUS_FULL or BONUS_CONDITION.
 */
export function receiveBonus(world: World, member: Member, code: string): void {
  const offer = bonusOffer(code);
  if (!offer) throw new Refusal("NO_DATA");
  if (heldBonusOf(world, member.id)?.code === code) throw new Refusal("BONUS_ALREADY_ACTIVE");
  refuseWhileBonusHeld(world, member);
  const now = world.now();
  const period = PERIODS[offer.type];
  const received = receiptsOf(world, member.id, code).filter((at) => period(at) === period(now));
  if (received.length >= offer.maxReceived) throw new Refusal("BONUS_MAX_CLAIMED");
  refuseIfFull(world, code);
  const needed = offer.deposited?.[member.currency] ?? 0;
  if (depositedSince(world, member.id, now - 7 * DAY_MS) < needed) throw new Refusal("BONUS_CONDITION");
  grant(world, member, "bonus", offer);
}

/** Credits a promotion. Throws NO_PROMOTION, PROMOTION_RECEIVED, BONUS_REMAINING or BONUS_FULL. */
export function receivePromotion(world: World, member: Member, code: string): void {
  const offer = promotionOffer(code);
  if (!offer) throw new Refusal("NO_PROMOTION");
  if (receiptsOf(world, member.id, code).length > 0) throw new Refusal("PROMOTION_RECEIVED");
  refuseWhileBonusHeld(world, member);
  refuseIfFull(world, code);
  grant(world, member, "promotion", offer);
}

function grant(
  world: World,
  member: Member,
  kind: "bonus" | "promotion",
  { code, name, amount, success, fail }: Pick<BonusOffer, "code" | "name" | "amount" | "success" | "fail">,
): void {
  world.database.atomically(() => {
    const description = name[world.market];
    grantBonus(world, member, { kind, code, amount: amount[member.currency], success, fail, description });
    addReceipt(world, member.id, code);
  });
}

/** Forgets what the member has received, so that all of it can be received again. */
export const forgetReceipts = ({ database }: World, memberId: string): void =>
  void database.run("DELETE FROM received_offer WHERE member = ?", memberId);
