import { deposit, grantBonus } from "./ledger/deposits";
import { endBonus } from "./ledger/bonuses";
import { EXAMPLE_GIFT, makeGift } from "./ledger/gifts";
import { settlePlay, toGame, toWallet } from "./ledger/games";
import { gameOf, walletOf } from "./ledger/ledger";
import { limits, type Currency, type Market } from "./market";
import { createMember, type Member } from "./ledger/members";
import { addReceipt } from "./ledger/offers";
import { Refusal } from "./refusal";
import { addRow } from "./ledger/rows";
import { finishWithdrawal, startWithdrawal } from "./ledger/withdrawals";
import type { World } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_DAYS = 30;
const EVENTS = 46;
const ONCE = "WELCOME100";

export const PASSWORD = "Passw0rd!";

/** The demo member of each market. `magic`: prefix for the members with a phone number of `magic.ts`. */
const people: Record<
  Market,
  {
    phone: string;
    name: string;
    currency: Currency;
    bank: { code: string; name: string; number: string };
    magic: string;
  }
> = {
  th: {
    phone: "0812345678",
    name: "สมชาย ใจดี",
    currency: "BAHT",
    bank: { code: "KBANK", name: "สมชาย ใจดี", number: "0123456789" },
    magic: "089",
  },
  la: {
    phone: "2055123456",
    name: "ສົມພອນ ວົງສາ",
    currency: "LAK",
    bank: { code: "BCEL", name: "SOMPHONE VONGSA", number: "0101200345678" },
    magic: "205",
  },
};

export const demoMemberOf = (market: Market) => ({ phone: people[market].phone, password: PASSWORD });

const openGames = ["PGSLOT", "JOKER", "SLOTXO", "SUPERSLOT", "BETFLIX", "AREASLOT", "UFABET", "SEXYGAME", "HUAYHD"];
const played = ["PGSLOT", "JOKER", "UFABET", "HUAYHD", "AREASLOT"];
/** Typical amounts, in minor units, ascending. */
const sums: Record<Currency, number[]> = {
  BAHT: [100_00, 200_00, 300_00, 500_00, 1_000_00],
  LAK: [50_000_00, 100_000_00, 150_000_00, 300_000_00, 500_000_00],
};
const sources: Record<Currency, string[]> = { BAHT: ["KBANK", "SCB", "PAYONEX", "KBANK"], LAK: ["BCEL"] };

type Random = () => number;

/** Mulberry32, a seeded random generator: numbers from 0 to 1, excluding 1. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oneOf = <T>(random: Random, things: readonly T[]): T => things[Math.floor(random() * things.length)]!;

/**
 * Fills an empty sandbox: the demo member with a month of history, and two members with phone numbers of `magic.ts`.
 */
export function seedSandbox(world: World, seed: number): void {
  const { magic, phone, ...demo } = people[world.market];
  world.database.atomically(() => {
    const createdAt = world.now() - 8 * MONTH_DAYS * DAY_MS;
    const member = createMember(world, {
      ...demo,
      id: "66f1c0a2b7d4e90012ab34cd",
      username: phone,
      password: PASSWORD,
      createdAt,
      open: openGames,
    });
    liveAMonth(world, member, randomOf(seed));
    world.database.run("UPDATE member SET coin = 3 WHERE id = ?", member.id);
    makeGift(world, { amount: 100_00, hash: EXAMPLE_GIFT });
    for (const digit of ["7", "8"])
      createMember(world, {
        ...demo,
        username: `${magic}000000${digit}`,
        password: PASSWORD,
        bank: { ...demo.bank, number: `99900000${digit}0` },
        createdAt,
      });
  });
}

/** One random action of an ordinary member, as far as the balance allows. */
function doSomething(world: World, member: Member, random: Random, at: number): void {
  const { currency } = member;
  const wallet = world.ledger.balance(walletOf(member.id));
  const affordable = sums[currency].filter((sum) => sum <= wallet);
  const luck = random();
  if (affordable.length < 2 || luck < 0.2) {
    deposit(world, member, {
      bankCode: oneOf(random, sources[currency]),
      amount: oneOf(random, sums[currency].slice(2)),
      at,
    });
    return;
  }
  const filled = played.filter((code) => world.ledger.balance(gameOf(member.id, code)) > 0);
  if (filled.length > 0 && luck < 0.55) {
    const code = oneOf(random, filled);
    const stake = world.ledger.balance(gameOf(member.id, code));
    // The result lies between losing most of the stake and doubling it.
    const step = sums[currency][0]! / 200;
    settlePlay(world, member, code, Math.round((stake * (random() * 1.7 - 0.8)) / step) * step, at);
    const left = world.ledger.balance(gameOf(member.id, code));
    if (left > 0) return toWallet(world, member, code, left, at + HOUR_MS / 2);
  }
  const { withdrawMin } = limits[currency];
  if (luck > 0.85 && wallet >= 3 * withdrawMin) {
    const amount = oneOf(
      random,
      affordable.filter((sum) => sum >= withdrawMin),
    );
    const statement = startWithdrawal(world, member, { bankCode: bankCodeOf(world), amount, at, settleAt: null });
    finishWithdrawal(world, statement, true, at + 120_000);
    return;
  }
  toGame(world, member, oneOf(random, played), oneOf(random, affordable), { at });
}

const bankCodeOf = ({ market }: World) => people[market].bank.code;

/** Creates about sixty rows of all kinds, with the functions that the calls use. */
function liveAMonth(world: World, member: Member, random: Random): void {
  const now = world.now();
  const start = now - MONTH_DAYS * DAY_MS;
  const { currency } = member;
  const small = sums[currency][0]!;
  const day = (n: number) => start + n * DAY_MS;
  const special: [number, (at: number) => void][] = [
    [3.1, (at) => receivedBefore(world, member, at)],
    [3.4, (at) => endBonus(world, member.id, at)],
    [7.6, (at) => grantBonus(world, member, { kind: "luckydraw", amount: small / 10, success: 0, fail: 0, at })],
    [11.3, (at) => grantBonus(world, member, { kind: "invite", amount: small * 1.2, success: 0, fail: 0, at })],
    [14.2, (at) => grantBonus(world, member, { kind: "promotion", amount: small * 0.27, success: 300, fail: 10, at })],
    [14.9, (at) => endBonus(world, member.id, at)],
    [17.1, (at) => void failedDeposit(world, member, at)],
    [20.5, (at) => grantBonus(world, member, { kind: "refund", amount: small * 0.75, success: 0, fail: 0, at })],
    [22.4, (at) => refusedWithdrawal(world, member, at)],
    [25.7, (at) => refusedTransfer(world, member, at)],
    [29.2, (at) => deposit(world, member, { bankCode: sources[currency][0]!, amount: sums[currency][4]!, at })],
    [29.5, (at) => toGame(world, member, "PGSLOT", sums[currency][1]!, { at })],
    [29.6, (at) => toGame(world, member, "UFABET", small, { at })],
    [
      29.9,
      (at) => void startWithdrawal(world, member, { bankCode: bankCodeOf(world), amount: small, at, settleAt: null }),
    ],
  ];
  const usual = Array.from({ length: EVENTS }, (_, index): [number, (at: number) => void] => [
    ((index + random() * 0.8) * 29) / EVENTS,
    (at) => doSomething(world, member, random, at),
  ]);
  for (const [when, happen] of [...special, ...usual].sort(([a], [b]) => a - b)) happen(Math.round(day(when)));
}

/** The bonus that can be received once only. */
function receivedBefore(world: World, member: Member, at: number): void {
  const amount = sums[member.currency][0]!;
  grantBonus(world, member, { kind: "bonus", code: ONCE, amount, success: 300, fail: 5, at });
  addReceipt(world, member.id, ONCE, at);
}

/** A deposit that failed. */
const failedDeposit = (world: World, member: Member, at: number) =>
  addRow(world, member.id, {
    type: "deposit",
    status: "FAILED",
    source: member.currency === "BAHT" ? "TRUEWALLET" : "BCEL",
    target: "wallet",
    amount: sums[member.currency][0]! / 2,
    createdAt: at,
  });

function refusedWithdrawal(world: World, member: Member, at: number): void {
  const amount = limits[member.currency].withdrawMin;
  if (world.ledger.balance(walletOf(member.id)) < amount)
    deposit(world, member, { bankCode: bankCodeOf(world), amount: amount * 2, at: at - HOUR_MS });
  const statement = startWithdrawal(world, member, { bankCode: bankCodeOf(world), amount, at, settleAt: null });
  finishWithdrawal(world, statement, false, at + 300_000);
}

function refusedTransfer(world: World, member: Member, at: number): void {
  const amount = sums[member.currency][0]!;
  if (world.ledger.balance(walletOf(member.id)) < amount)
    deposit(world, member, { bankCode: bankCodeOf(world), amount: amount * 2, at: at - HOUR_MS });
  try {
    toGame(world, member, "JOKER", amount, { at, down: true });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
