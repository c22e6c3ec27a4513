import { randomInt } from "node:crypto";
import type { Machine } from "../wire/api";
import { endBonus, heldBonusOf } from "../ledger/bonuses";
import { createCashierControl } from "./control-cashier";
import { deposit, grantBonus } from "../ledger/deposits";
import type { Fault, FaultKind } from "../wire/faults";
import { settlePlay } from "../ledger/games";
import { gameOf, houseOf, walletOf } from "../ledger/ledger";
import { banks, currencies, type Currency } from "../market";
import {
  createMember,
  memberById,
  memberByPhone,
  openSlot,
  slotOf,
  type Lacking,
  type Member,
  type MemberStatus,
} from "../ledger/members";
import { NotThere } from "./not-found";
import { sentOtps } from "../ledger/one-time-codes";
import { openQrs, payQr } from "../ledger/qrs";
import { rowsOf, type BonusKind } from "../ledger/rows";
import { readDueSlips } from "../slips/reader";
import type { Switches } from "../switches";
import { expireTokens } from "../wire/tokens";
import { finishWithdrawal, pendingWithdrawals } from "../ledger/withdrawals";
import type { World } from "../world";

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

/** Everything a person at the desk, or a test, may do to the sandbox. Amounts are minor units. Throws `NotThere`. */
export type Control = ReturnType<typeof createControl>;

export function createControl(machine: Machine) {
  const { world, faults, calls, limits } = machine;

  const memberOf = (phone: string): Member => {
    const member = memberByPhone(world, phone);
    if (!member) throw new NotThere(`There is no member ${phone}.`);
    return member;
  };
  const idOf = (phone: string | undefined) => (phone === undefined ? undefined : memberOf(phone).id);
  const phoneOf = (memberId: string) => memberById(world, memberId)?.username ?? "";

  const finish = ({ id, phone }: { id?: number; phone?: string }, paid: boolean): number => {
    const chosen = pendingWithdrawals(world, idOf(phone)).filter(
      ({ statement }) => id === undefined || statement === id,
    );
    if (chosen.length === 0) throw new NotThere("There is no such pending withdrawal.");
    for (const { statement } of chosen) finishWithdrawal(world, statement, paid);
    return chosen.length;
  };

  return {
    ...createCashierControl(world, { memberOf, idOf, phoneOf }),
    /** The newest code that was "sent" to this phone, or null. */
    otp: (phone: string) => sentOtps(world, phone)[0] ?? null,
    otps: () => sentOtps(world),

    qrs: (phone?: string) =>
      openQrs(world, idOf(phone)).map(({ id, member, bankCode, amount, payload, expiresAt }) => ({
        id,
        phone: phoneOf(member),
        bankCode,
        amount,
        payload,
        expiresAt,
      })),
    /** Pays one open QR: by its id, or the open one of a member. */
    payQr: ({ id, phone }: { id?: string; phone?: string }) => {
      const open = openQrs(world, idOf(phone)).find((qr) => id === undefined || qr.id === id);
      if (!open || !payQr(world, open.id)) throw new NotThere("There is no such open QR.");
      return { id: open.id, amount: open.amount };
    },
    /** A bank transfer to one of the deposit accounts has been matched to the member. */
    bankTransfer: ({ phone, amount, bankCode }: { phone: string; amount: number; bankCode?: string }) =>
      deposit(world, memberOf(phone), { amount, bankCode: bankCode ?? (world.market === "th" ? "SCB" : "BCEL") }),

    withdrawals: (phone?: string) =>
      pendingWithdrawals(world, idOf(phone)).map(({ statement, member, amount, settleAt }) => ({
        id: statement,
        phone: phoneOf(member),
        amount,
        settleAt,
      })),
    /** Pays pending withdrawals: one by its id, else all, or all of a member. Returns how many. */
    settle: (which: { id?: number; phone?: string } = {}) => finish(which, true),
    /** The bank refuses them: the money goes back. Returns how many. */
    refuse: (which: { id?: number; phone?: string } = {}) => finish(which, false),

    /** The member wins (+) or loses (-) in a game; `unread`: the operator learns of it at the next refresh or transfer. */
    play: ({
      phone,
      code,
      amount,
      unread = false,
    }: {
      phone: string;
      code: string;
      amount: number;
      unread?: boolean;
    }) => {
      const member = memberOf(phone);
      if (!slotOf(world, member.id, code)) throw new NotThere(`${phone} has no open account with ${code}.`);
      if (!unread) return settlePlay(world, member, code, amount);
      world.database.run("UPDATE slot SET unread = unread + ? WHERE member = ? AND code = ?", amount, member.id, code);
      return amount;
    },

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
    /**
     * Pays a bonus into the wallet and lets the member hold it: deposits and withdrawals are refused until it ends, at
     * `success` or by choice at `fail` percent of what there was. Throws `NotThere` while another one is held.
     */
    giveBonus: ({
      phone,
      amount,
      kind = "bonus",
      success = 300,
      fail = 5,
    }: {
      phone: string;
      amount: number;
      kind?: BonusKind;
      success?: number;
      fail?: number;
    }) => {
      const member = memberOf(phone);
      if (heldBonusOf(world, member.id)) throw new NotThere(`${phone} holds a bonus already.`);
      grantBonus(world, member, { kind, amount, success, fail });
    },
    endBonus: ({ phone }: { phone: string }) => {
      const { id } = memberOf(phone);
      if (!heldBonusOf(world, id)) throw new NotThere(`${phone} holds no bonus.`);
      endBonus(world, id);
    },

    /** `{ wallet, PG, ... }`; the wallet is always there. */
    balances: (phone: string): Record<string, number> => ({ wallet: 0, ...world.ledger.balances(memberOf(phone).id) }),
    statement: (phone: string, page: { page: number; limit: number } = { page: 1, limit: 100 }) =>
      rowsOf(world, memberOf(phone).id, page),
    trialBalance: () => world.ledger.audit(),

    fault: (fault: Partial<Omit<Fault, "kind">> & { kind: FaultKind }) =>
      faults.add({ ...fault, call: fault.call ?? "any", times: fault.times ?? 1, delayMs: fault.delayMs ?? 0 }),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),

    switches: (patch: Partial<Switches> = {}) => world.switches.change(patch),
    /** Moves the sandbox's clock. */
    advance: async ({ ms }: { ms: number }) => {
      world.switches.change({ clockOffsetMs: world.switches.current.clockOffsetMs + ms });
      machine.tick();
      await readDueSlips(world);
    },
    resetLimits: () => limits.reset(),

    calls: (operationId: string) => calls.of(operationId),
    allCalls: () => calls.all(),
    recentCalls: () => calls.recent(),
    resetCalls: () => calls.reset(),
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
