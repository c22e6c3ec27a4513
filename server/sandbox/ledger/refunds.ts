import { Refusal } from "../refusal";
import type { World } from "../world";
import { heldBonusOf, refuseWhileBonusHeld } from "./bonuses";
import { DAY_MS, startOfWeek } from "./days";
import { grantBonus } from "./deposits";
import type { Member } from "./members";
import { lastReceived } from "./rows";

/** The part of a week's losses that is paid back. */
const PART = 0.1;

/** What the member lost in all games last week, in minor units; negative: won. */
function lossesOf(world: World, member: Member): number {
  const end = startOfWeek(world.now());
  const { won } = world.database.get<{ won: number }>(
    `SELECT COALESCE(SUM(posting.amount), 0) AS won FROM posting JOIN entry ON entry.id = posting.entry
     WHERE posting.account >= ? AND posting.account < ? AND entry.kind = 'play' AND entry.at >= ? AND entry.at < ?`,
    `member/${member.id}/`,
    `member/${member.id}0`, // "0" is the character after "/"
    end - 7 * DAY_MS,
    end,
  )!;
  return -won;
}

/** A week's losses that have not been refunded yet, in minor units. */
const openLosses = (world: World, member: Member) =>
  lastReceived(world, member.id, "refund") >= startOfWeek(world.now()) ? 0 : Math.max(0, lossesOf(world, member));

/** What `refund/check` says. */
export function refundOf(world: World, member: Member) {
  const { refundActive, refundMet, refundSuccess, refundFail } = world.switches.current;
  const refundAmount = Math.floor(openLosses(world, member) * PART);
  const bonus = heldBonusOf(world, member.id) !== null;
  return {
    result: refundActive && refundMet && refundAmount > 0 && !bonus,
    bonus,
    refundAmount,
    refundSuccess,
    refundFail,
  };
}

/**
 * Credits the refund of last week's losses, once a week.
 * @param bare only one without conditions, as `addWallet` does
 * @throws Refusal
 */
export function receiveRefund(world: World, member: Member, { bare = false } = {}): void {
  const { refundActive, refundMet } = world.switches.current;
  const { refundAmount: amount, refundSuccess: success, refundFail: fail } = refundOf(world, member);
  if (!refundActive) throw new Refusal("REFUND_INACTIVE");
  if (openLosses(world, member) === 0) throw new Refusal("NO_REFUND");
  if (amount === 0) throw new Refusal("REFUND_MINIMUM");
  if (!refundMet || (bare && success + fail > 0)) throw new Refusal("REFUND_CONDITION");
  refuseWhileBonusHeld(world, member);
  grantBonus(world, member, { kind: "refund", amount, success, fail });
}
