import { randomInt } from "node:crypto";
import { gameOf, houseOf, walletOf } from "../ledger/ledger";
import {
  bankAccountOf,
  createMember,
  memberByPhone,
  openSlot,
  saveBank,
  type BankAccount,
  type Lacking,
  type Member,
  type MemberStatus,
} from "../ledger/members";
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
  /** Minor units in the wallet. */
  wallet?: number;
  /** Minor units by provider code; these game accounts are opened. */
  games?: Record<string, number>;
  /** Provider codes of further game accounts to open, empty. */
  open?: string[];
  bank?: BankAccount;
}

/** A member as the desk offers it. `phone` is the name to sign in with. */
export type RosterEntry = Pick<Member, "id" | "name" | "currency" | "status"> & { phone: string };

/** The desk's control of members and their OTPs. */
export function createMembersControl(world: World, { memberOf }: People) {
  return {
    /** The newest OTP "sent" to this phone, or null. */
    otp: (phone: string) => sentOtps(world, phone)[0] ?? null,
    otps: () => sentOtps(world),

    member: (options: NewSandboxMember = {}) => newMember(world, options),
    members: () =>
      world.database
        .all<{ username: string; name: string; status: string }>(
          "SELECT username, name, status FROM member ORDER BY createdAt DESC LIMIT 30",
        )
        .map(({ username, name, status }) => ({ phone: username, name, status })),
    /** Members to choose from: the newest ones, and those with the ids or phones in `also`. */
    roster: (also: readonly string[]) =>
      world.database.all<RosterEntry>(
        `SELECT id, username AS phone, name, currency, status FROM member
         WHERE id IN (SELECT id FROM member ORDER BY createdAt DESC LIMIT 20)
            OR id IN (SELECT value FROM json_each(?1)) OR username IN (SELECT value FROM json_each(?1))
         ORDER BY createdAt DESC`,
        JSON.stringify(also),
      ),
    /** The member's bank account; null: there is none. */
    bankAccount: (phone: string) => bankAccountOf(world, memberOf(phone)),
    /** Changes the member's bank account. It is not checked: this makes accounts that no call would accept. */
    setBank: ({ phone, ...bank }: BankAccount & { phone: string }) => saveBank(world, memberOf(phone).id, bank),
    /** Changes a member. `network` is stored in the UFABET account; any other than UFABET leads to NOT_UFABET. */
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
      world.chat.check(id);
      if (network) world.database.run("UPDATE slot SET network = ? WHERE member = ? AND code = 'UFABET'", network, id);
    },
    /** Expires the member's tokens. */
    expireTokens: ({ phone }: { phone: string }) => expireTokens(world, memberOf(phone).id),
  };
}

/** A random phone number that is free and has no special meaning in `magic.ts`. */
function freePhone(world: World): string {
  for (;;) {
    const phone = world.market === "th" ? `08${randomInt(1e7, 1e8)}` : `2055${randomInt(1e5, 1e6)}`;
    if (!phone.includes("00000") && !memberByPhone(world, phone)) return phone;
  }
}

/** Registers a member, with what the member has. */
export function newMember(world: World, options: NewSandboxMember) {
  const phone = options.phone ?? freePhone(world);
  const password = options.password ?? "Passw0rd!";
  const currency = options.currency ?? currencies[world.market][0]!;
  const name = options.name ?? (world.market === "th" ? "สมหญิง รักดี" : "ຄຳແພງ ສີສຸກ");
  return world.database.atomically(() => {
    const member = createMember(world, {
      username: phone,
      name,
      password,
      currency,
      bank: options.bank ?? {
        code: banks[world.market][0]!.code,
        name: "SOMYING RAKDEE",
        number: String(randomInt(1e9, 1e10)),
      },
    });
    const games = options.games ?? {};
    const open = new Set([
      ...world.switches.current.openAtRegistration,
      ...(options.open ?? []),
      ...Object.keys(games),
    ]);
    for (const code of open) openSlot(world, member, code);
    const balances = [
      [walletOf(member.id), options.wallet ?? 0] as const,
      ...Object.entries(games).map(([code, amount]) => [gameOf(member.id, code), amount] as const),
    ];
    for (const [to, amount] of balances)
      if (amount > 0)
        world.ledger.move({ at: world.now(), kind: "opening", currency, from: houseOf(currency, "bank"), to, amount });
    return { id: member.id, phone, password, name };
  });
}
