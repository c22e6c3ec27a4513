import { WALLET } from "../../server/operator/contract/transfer";
import type { Prizes } from "../../server/operations/port";
import type { OpInput } from "../../server/operations/proofs";
import type { OpName } from "../../server/operations/types";
import type { StatementRow } from "../../server/operator/contract/statement";
import type { Random } from "./random";

/** Operations that credit rewards, or change what a member must do for them. */
export type RewardOp = Extract<
  OpName,
  | "receiveInviteBonus"
  | "receiveRefund"
  | "addRefundToWallet"
  | "activateBonus"
  | "clearBonus"
  | "activatePromotion"
  | "spin"
  | "claimCoupon"
>;

/** A member's part of the rewards. */
export interface Rewarded {
  balances: Record<string, number>;
  holdsBonus: boolean;
  prizes: Prizes;
}

export const noRewards = (): Pick<Rewarded, "holdsBonus" | "prizes"> => ({
  holdsBonus: false,
  prizes: { coins: 1_000, coupons: [] },
});

const SOURCES = {
  receiveInviteBonus: "invite",
  receiveRefund: "refund",
  addRefundToWallet: "refund",
  activateBonus: "bonus",
  activatePromotion: "promotion",
  claimCoupon: "luckydraw",
} as const;

/** Adds a row to the statement. */
type Note<R> = (row: Omit<StatementRow, "createdAt">) => R;

/** The row of an executed operation; null if it leaves none; false if it was refused. */
export function executeReward<R>(
  member: Rewarded,
  op: RewardOp,
  input: OpInput,
  { random, note, id }: { random: Random; note: Note<R>; id: string },
): R | null | false {
  const { prizes, balances } = member;
  const credit = (source: (typeof SOURCES)[keyof typeof SOURCES], amount: number) => {
    balances[WALLET]! += amount;
    const row = { statementType: "bonus", status: "SUCCESS", from: null, to: WALLET, amount } as const;
    return note({ ...row, [source]: { description: source } });
  };
  switch (op) {
    case "receiveInviteBonus":
    case "receiveRefund":
    case "addRefundToWallet":
      return credit(SOURCES[op], random.pick([50_00, 100_00]));
    case "activateBonus":
    case "activatePromotion":
      if (member.holdsBonus) return false;
      member.holdsBonus = true;
      return credit(SOURCES[op], random.pick([50_00, 100_00]));
    case "clearBonus":
      if (!member.holdsBonus) return false;
      member.holdsBonus = false;
      return note({ statementType: "finish_bonus", status: "SUCCESS", from: WALLET, to: null, amount: 500_00 });
    case "spin":
      if (prizes.coins === 0) return false;
      prizes.coins -= 1;
      if (random.chance(0.6)) prizes.coupons.unshift({ id: `won by ${id}`, label: "50" });
      return null;
    case "claimCoupon": {
      const at = prizes.coupons.findIndex((coupon) => coupon.id === input.coupon);
      if (at < 0) return false;
      prizes.coupons.splice(at, 1);
      return input.amount === 0 ? null : credit("luckydraw", Number(input.amount));
    }
  }
}
