import { refuseWhileBonusHeld } from "./bonuses";
import { credit } from "./deposits";
import { offersTrueWallet } from "./deposit-offer";
import { memberById, type Member } from "./members";
import { Refusal } from "../refusal";
import { addRow, setRowStatus } from "./rows";
import { refuseWithoutWallet } from "./members";
import type { World } from "../world";

/** A true-wallet deposit that a member said is coming. */
export interface Announcement {
  /** Number of its statement row. */
  statement: number;
  member: string;
  /** Minor units. */
  amount: number;
  /** When money that fits arrives; null: never. */
  matchAt: number | null;
  /** When it is given up. */
  failAt: number;
  state: "pending" | "matched" | "unmatched";
}

const LEAST = 2_00;

/** Writes down what is to come. Throws TRANSFER_MINIMUM, NO_WALLET or BONUS_REMAINING. */
export function announce(world: World, member: Member, amount: number): void {
  const { addArrives, addMatchMs, addFailMs } = world.switches.current;
  if (amount < LEAST) throw new Refusal("TRANSFER_MINIMUM");
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

/** The money has come and is in the wallet, or is given up. Once. */
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

/** From now on no money will come for it: it is given up at its time. */
export const loseAnnouncement = ({ database }: World, statement: number): void =>
  void database.run("UPDATE announcement SET matchAt = NULL WHERE statement = ? AND state = 'pending'", statement);

/** Credits what has arrived, gives up what has not. */
export function settleDueAnnouncements(world: World): void {
  const now = world.now();
  for (const { statement, matchAt } of world.database.all<Announcement>(
    "SELECT * FROM announcement WHERE state = 'pending' AND (matchAt <= ? OR failAt <= ?) ORDER BY statement",
    now,
    now,
  ))
    finishAnnouncement(world, statement, matchAt !== null && matchAt <= now);
}
