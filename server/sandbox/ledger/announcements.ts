import { refuseWhileBonusHeld } from "./bonuses";
import { credit } from "./deposits";
import { offersTrueWallet } from "./deposit-offer";
import { memberById, type Member } from "./members";
import { Refusal } from "../refusal";
import { addRow, setRowStatus } from "./rows";
import { refuseWithoutWallet } from "./members";
import type { World } from "../world";

/** A truewallet deposit that a member has announced. Times are epoch milliseconds. */
export interface Announcement {
  /** Id of its statement row. */
  statement: number;
  member: string;
  /** Minor units. */
  amount: number;
  /** When matching money arrives; null: never. */
  matchAt: number | null;
  /** When the operator gives up and the deposit fails. */
  failAt: number;
  state: "pending" | "matched" | "unmatched";
}

/** Minor units. */
const MINIMUM = 2_00;

/** Records an announced deposit. Throws TRANSFER_MINIMUM, NO_WALLET or BONUS_REMAINING. */
export function announce(world: World, member: Member, amount: number): void {
  const { addArrives, addMatchMs, addFailMs } = world.switches.current;
  if (amount < MINIMUM) throw new Refusal("TRANSFER_MINIMUM");
  refuseWithoutWallet(member);
  if (!offersTrueWallet(world, member.currency, "AUTO")) throw new Refusal("NO_WALLET");
  refuseWhileBonusHeld(world, member);
  const now = world.now();
  world.database.atomically(() => {
    const statement = addRow(world, member.id, {
      type: "deposit",
      status: "PENDING",
      source: "TRUEWALLET",
      target: "wallet",
      amount,
      createdAt: now,
    });
    world.database.run(
      "INSERT INTO announcement (statement, member, amount, matchAt, failAt) VALUES (?, ?, ?, ?, ?)",
      statement,
      member.id,
      amount,
      addArrives ? now + addMatchMs : null,
      now + addFailMs,
    );
  });
  settleDueAnnouncements(world);
}

export const pendingAnnouncements = ({ database }: World, memberId?: string): Announcement[] =>
  database.all<Announcement>(
    "SELECT * FROM announcement WHERE state = 'pending' AND member = COALESCE(?, member) ORDER BY statement",
    memberId ?? null,
  );

/** Ends a pending announcement: credits the wallet if it was matched, else marks the row as failed. */
export function finishAnnouncement(world: World, statement: number, matched: boolean): void {
  world.database.atomically(() => {
    const announcement = pendingAnnouncements(world).find((pending) => pending.statement === statement);
    const member = announcement && memberById(world, announcement.member);
    if (!member) return;
    world.database.run(
      "UPDATE announcement SET state = ? WHERE statement = ?",
      matched ? "matched" : "unmatched",
      statement,
    );
    setRowStatus(world, statement, matched ? "SUCCESS" : "FAILED");
    if (matched) credit(world, member, { amount: announcement.amount });
  });
}

/** The money will never arrive: the announcement fails at `failAt`. */
export const loseAnnouncement = ({ database }: World, statement: number): void =>
  void database.run("UPDATE announcement SET matchAt = NULL WHERE statement = ? AND state = 'pending'", statement);

/** Ends the announcements that are due: credits those whose money has arrived, fails the others. */
export function settleDueAnnouncements(world: World): void {
  const now = world.now();
  for (const { statement, matchAt } of world.database.all<Announcement>(
    "SELECT * FROM announcement WHERE state = 'pending' AND (matchAt <= ? OR failAt <= ?) ORDER BY statement",
    now,
    now,
  ))
    finishAnnouncement(world, statement, matchAt !== null && matchAt <= now);
}
