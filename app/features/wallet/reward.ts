import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { OpName, OpView } from "../../../server/operations/types";
import { dayOf } from "~/lib/dates";
import { MoneyText } from "~/lib/form";
import type { TextKey } from "~/ui/request";

/**
 * Money that the operator offers, and the bonus that the member holds with it. The percentages are of the member's
 * total just after receiving it; if both are 0, nothing is held.
 */
export interface Reward {
  /** Minor units. */
  amount: number;
  success: number;
  fail: number;
}

/** What a page shows of a reward. */
export interface Offer {
  /** Null: it could not be read. */
  reward: Reward | null;
  /** The member's total, in minor units; null: a balance is not known. */
  total: number | null;
  /** Why it cannot be received now; null: it can. */
  hindrance: TextKey | null;
  /** Why the last try of today was refused, if it was the member's last operation. */
  refusal: string | null;
}

/** Why nothing can be received while a bonus is held. */
export const HELD = "errors:BONUS_REMAINING" satisfies TextKey;

export const isBare = ({ success, fail }: Reward) => success === 0 && fail === 0;

/** Rounds a share of an amount down to whole minor units. */
export const percentOf = (amount: number, percent: number) => Math.floor((amount * percent) / 100);

const Percent = z.coerce.number().min(0);

/** The reward as the member saw it before confirming. */
export const RewardForm = z.object({ amount: MoneyText, success: Percent, fail: Percent });

export const isSame = (one: Reward, other: Reward) =>
  one.amount === other.amount && one.success === other.success && one.fail === other.fail;

/** The member's last operation, if it was one of these, was refused, and that was today. */
export async function refusedToday(
  { operations, now, site }: AppLoadContext,
  ...ops: OpName[]
): Promise<Pick<OpView, "code" | "text"> | null> {
  const last = await operations.last();
  if (!last || !ops.includes(last.op) || last.state !== "rejected") return null;
  const isToday = dayOf(last.startedAt, site.timeZone) === dayOf(now, site.timeZone);
  return isToday ? { code: last.code, text: last.text } : null;
}
