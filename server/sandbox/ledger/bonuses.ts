import { Refusal } from "../refusal";
import type { World } from "../world";
import { gameOf, walletOf } from "./ledger";
import { slotsOf, type Member } from "./members";
import { addRow, type BonusKind } from "./rows";

/**
 * The bonus a member holds, at most one. `baseline` is the member's total just after receiving it, in minor units;
 * `success` and `fail` are percentages of it.
 */
export interface HeldBonus {
  kind: BonusKind;
  /** Of the bonus or promotion; null for all others. */
  code: string | null;
  description: string;
  baseline: number;
  success: number;
  fail: number;
}

/** A member's total in the wallet and all games, in minor units. */
export const totalOf = (world: World, memberId: string): number =>
  slotsOf(world, memberId).reduce(
    (sum, { code }) => sum + world.ledger.balance(gameOf(memberId, code)),
    world.ledger.balance(walletOf(memberId)),
  );

export const heldBonusOf = ({ database }: World, memberId: string): HeldBonus | null =>
  database.get<HeldBonus>(
    "SELECT kind, code, description, baseline, success, fail FROM held_bonus WHERE member = ?",
    memberId,
  ) ?? null;

/** Deposits are refused while a bonus is held. Throws BONUS_REMAINING. */
export function refuseWhileBonusHeld(world: World, member: Member): void {
  if (heldBonusOf(world, member.id)) throw new Refusal("BONUS_REMAINING");
}

/** Makes the member hold this bonus. Moves no money. */
export function holdBonus(world: World, memberId: string, bonus: Omit<HeldBonus, "baseline">): void {
  world.database.run(
    `INSERT INTO held_bonus (member, kind, code, description, baseline, success, fail) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (member) DO NOTHING`,
    memberId,
    bonus.kind,
    bonus.code,
    bonus.description,
    totalOf(world, memberId),
    bonus.success,
    bonus.fail,
  );
}

/** Ends the held bonus, if any, and adds a statement row. */
export function endBonus(world: World, memberId: string, at = world.now()): void {
  const held = heldBonusOf(world, memberId);
  if (!held) return;
  world.database.atomically(() => {
    world.database.run("DELETE FROM held_bonus WHERE member = ?", memberId);
    addRow(world, memberId, {
      type: "finish_bonus",
      status: "SUCCESS",
      source: "wallet",
      target: null,
      amount: totalOf(world, memberId),
      createdAt: at,
      origin: held.kind,
      description: held.description,
    });
  });
}

/** Ends the held bonus if the member's total has reached its success percentage. */
export function judgeBonus(world: World, memberId: string): void {
  const held = heldBonusOf(world, memberId);
  if (held && held.success > 0 && totalOf(world, memberId) >= (held.baseline * held.success) / 100)
    endBonus(world, memberId);
}

/** The total, in minor units, at or below which the member may end the bonus. */
export const thresholdOf = (held: HeldBonus) => Math.floor((held.baseline * held.fail) / 100);
