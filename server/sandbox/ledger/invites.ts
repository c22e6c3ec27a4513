import { Refusal } from "../refusal";
import type { World } from "../world";
import { refuseWhileBonusHeld } from "./bonuses";
import { startOfDay } from "./days";
import { grantBonus } from "./deposits";
import { memberById, type Member } from "./members";
import { lastReceived } from "./rows";

/** The inviter's part of what a friend plays for. */
const PART = 0.05;

interface Share {
  name: string;
  /** Minor units. */
  amount: number;
  createdAt: number;
}

/** A friend has won or lost `moved` minor units: the inviter earns a share. */
export function earnShare(world: World, friend: Member, moved: number, at: number): void {
  const inviter = friend.inviter && memberById(world, friend.inviter);
  const amount = Math.floor(Math.abs(moved) * PART);
  if (!inviter || inviter.currency !== friend.currency || amount === 0) return;
  world.database.run(
    "INSERT INTO invite_share (inviter, friend, amount, createdAt) VALUES (?, ?, ?, ?)",
    inviter.id,
    friend.id,
    amount,
    at,
  );
}

/** What friends' play has earned, newest first; `page` starts at 1. */
export function sharesOf({ database }: World, memberId: string, { page, limit }: { page: number; limit: number }) {
  const shares = database.all<Share>(
    `SELECT member.name, amount, invite_share.createdAt FROM invite_share JOIN member ON member.id = friend
     WHERE invite_share.inviter = ? ORDER BY invite_share.id DESC LIMIT ? OFFSET ?`,
    memberId,
    limit,
    (page - 1) * limit,
  );
  return { shares, total: earned({ database }, memberId).count };
}

const earned = ({ database }: Pick<World, "database">, memberId: string) =>
  database.get<{ count: number; open: number }>(
    `SELECT COUNT(*) AS count, COALESCE(SUM(CASE received WHEN 0 THEN amount END), 0) AS open
     FROM invite_share WHERE inviter = ?`,
    memberId,
  )!;

/** The invite bonus as the wallet shows it. The amount is in minor units. */
export function inviteBonusOf(world: World, member: Member) {
  const { inviteSuccess: success, inviteFail: fail } = world.switches.current;
  return { amount: earned(world, member.id).open, success, fail };
}

/** Credits the shares that have not been received, once a day. @throws Refusal */
export function receiveInviteBonus(world: World, member: Member): void {
  const { inviteActive, inviteFails } = world.switches.current;
  if (!inviteActive) throw new Refusal("INVITE_INACTIVE");
  if (lastReceived(world, member.id, "invite") >= startOfDay(world.now())) throw new Refusal("INVITE_COLLECT");
  if (earned(world, member.id).count === 0) throw new Refusal("NO_INVITEE_PLAY_INFO");
  const { amount, success, fail } = inviteBonusOf(world, member);
  if (amount === 0) throw new Refusal("NO_INVITE_BONUS");
  refuseWhileBonusHeld(world, member);
  if (inviteFails) throw new Refusal("INVITE_BONUS_FAIL");
  world.database.atomically(() => {
    world.database.run("UPDATE invite_share SET received = 1 WHERE inviter = ?", member.id);
    grantBonus(world, member, { kind: "invite", amount, success, fail });
  });
}
