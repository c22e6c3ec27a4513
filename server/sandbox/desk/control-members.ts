import { randomInt } from "node:crypto";
import { gameOf, houseOf, walletOf } from "../ledger/ledger";
import { createMember, memberByPhone, openSlot, type Lacking, type MemberStatus } from "../ledger/members";
import { sentOtps } from "../ledger/one-time-codes";
import { banks, currencies, type Currency } from "../market";
import { expireTokens } from "../wire/tokens";
import type { World } from "../world";
import type { People } from "./people";

export interface NewSandboxMember {
  phone?: string;
  password?: string;
  name?: string;
  currency?: Currency;
  /** Minor units in the wallet, and in games by provider code: those games are open. */
  wallet?: number;
  games?: Record<string, number>;
  /** More game accounts that are open, empty. */
  open?: string[];
  bank?: { code: string; name: string; number: string };
}

/** What the desk can do about members and their one-time codes. */
export function createMembersControl(world: World, { memberOf }: People) {
  return {
    /** The newest code that was "sent" to this phone, or null. */
    otp: (phone: string) => sentOtps(world, phone)[0] ?? null,
    otps: () => sentOtps(world),

    member: (wish: NewSandboxMember = {}) => newMember(world, wish),
    members: () =>
      world.database
        .all<{ username: string; name: string; status: string }>(
          "SELECT username, name, status FROM member ORDER BY createdAt DESC LIMIT 30",
        )
        .map(({ username, name, status }) => ({ phone: username, name, status })),
    /** Changes what a member is or has; `network` is that of the stored UFABET account (NOT_UFABET). */
    setMember: ({
      phone,
      status,
      lacks,
      network,
    }: {
      phone: string;
      status?: MemberStatus;
      lacks?: Lacking[];
      network?: string;
    }) => {
      const { id, ...member } = memberOf(phone);
      world.database.run(
        "UPDATE member SET status = ?, lacks = ? WHERE id = ?",
        status ?? member.status,
        JSON.stringify(lacks ?? member.lacks),
        id,
      );
      if (network) world.database.run("UPDATE slot SET network = ? WHERE member = ? AND code = 'UFABET'", network, id);
    },
    /** The member's tokens run out now. */
    expireTokens: ({ phone }: { phone: string }) => expireTokens(world, memberOf(phone).id),
  };
}

/** A number nobody has, that no rule of `magic.ts` means. */
function freePhone(world: World): string {
  for (;;) {
    const phone = world.market === "th" ? `08${randomInt(1e7, 1e8)}` : `2055${randomInt(1e5, 1e6)}`;
    if (!phone.includes("00000") && !memberByPhone(world, phone)) return phone;
  }
}

function newMember(world: World, wish: NewSandboxMember) {
  const phone = wish.phone ?? freePhone(world);
  const password = wish.password ?? "Passw0rd!";
  const currency = wish.currency ?? currencies[world.market][0]!;
  const name = wish.name ?? (world.market === "th" ? "สมหญิง รักดี" : "ຄຳແພງ ສີສຸກ");
  return world.database.atomically(() => {
    const member = createMember(world, {
      username: phone,
      name,
      password,
      currency,
      bank: wish.bank ?? {
        code: banks[world.market][0]!.code,
        name: "SOMYING RAKDEE",
        number: String(randomInt(1e9, 1e10)),
      },
    });
    const games = wish.games ?? {};
    const open = new Set([...world.switches.current.openAtRegistration, ...(wish.open ?? []), ...Object.keys(games)]);
    for (const code of open) openSlot(world, member, code);
    const given = [
      [walletOf(member.id), wish.wallet ?? 0] as const,
      ...Object.entries(games).map(([code, amount]) => [gameOf(member.id, code), amount] as const),
    ];
    for (const [to, amount] of given)
      if (amount > 0)
        world.ledger.move({ at: world.now(), kind: "opening", currency, from: houseOf(currency, "bank"), to, amount });
    return { id: member.id, phone, password, name };
  });
}
