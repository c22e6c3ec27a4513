import { gameOf, houseOf, walletOf } from "./ledger";
import { slotOf, slotsOf, type Member } from "./members";
import { providerOf } from "../providers";
import { Refusal } from "../refusal";
import { addRow } from "./rows";
import type { World } from "../world";

/** Does this provider refuse everything at the moment? */
export function isDown(world: World, code: string): boolean {
  const { providersDown } = world.switches.current;
  return providersDown.includes("*") || providersDown.includes(code);
}

/** Throws NO_GAME for an unknown provider and SLOT_NO_ACCOUNT for an account that is not open. */
export function openSlotOf(world: World, member: Member, code: string) {
  if (!providerOf(code)) throw new Refusal("NO_GAME");
  const slot = slotOf(world, member.id, code);
  if (!slot) throw new Refusal("SLOT_NO_ACCOUNT");
  return slot;
}

/** Winnings (+) or losses (-) between a member and a provider. A loss takes what is there at most. Returns what was moved. */
export function settlePlay(world: World, member: Member, code: string, amount: number, at = world.now()): number {
  const game = gameOf(member.id, code);
  const moved = Math.max(amount, -world.ledger.balance(game));
  if (moved === 0) return 0;
  const house = houseOf(member.currency, `games/${code}`);
  const [from, to] = moved > 0 ? [house, game] : [game, house];
  world.ledger.move({ at, kind: "play", currency: member.currency, from, to, amount: Math.abs(moved) });
  return moved;
}

/** Reads what was won or lost at a provider since the last time. A provider that does not answer keeps its last known amount. */
export function readSlot(world: World, member: Member, code: string): void {
  const slot = slotOf(world, member.id, code);
  if (!slot || slot.unread === 0 || isDown(world, code)) return;
  world.database.atomically(() => {
    settlePlay(world, member, code, slot.unread);
    world.database.run("UPDATE slot SET unread = 0 WHERE member = ? AND code = ?", member.id, code);
  });
}

interface Leg {
  source: string;
  target: string;
  amount: number;
  at: number;
}

const row = (world: World, member: Member, { source, target, amount, at }: Leg, status: "SUCCESS" | "FAILED") =>
  addRow(world, member.id, { type: "transfer", status, source, target, amount, createdAt: at });

/**
 * One leg from the wallet into a game: out of the wallet first, then to the provider, and back when that refuses.
 * Throws TRANSFER_FAIL after having put the money back, MONEY_NOT_ENOUGH before anything.
 */
export function toGame(
  world: World,
  member: Member,
  code: string,
  amount: number,
  { at = world.now(), down = isDown(world, code) } = {},
): void {
  const leg = { source: "wallet", target: code, amount, at };
  const { currency } = member;
  if (world.ledger.balance(walletOf(member.id)) < amount) throw new Refusal("MONEY_NOT_ENOUGH");
  world.database.atomically(() => {
    const transit = houseOf(currency, "transit");
    world.ledger.move({ at, kind: "transfer-out", currency, from: walletOf(member.id), to: transit, amount });
    world.ledger.move({
      at,
      kind: down ? "transfer-back" : "transfer-in",
      currency,
      from: transit,
      to: down ? walletOf(member.id) : gameOf(member.id, code),
      amount,
    });
    row(world, member, leg, down ? "FAILED" : "SUCCESS");
  });
  if (down) throw new Refusal("TRANSFER_FAIL");
}

/** One leg from a game into the wallet: the provider is asked first. Throws TRANSFER_FAIL with nothing moved. */
export function toWallet(world: World, member: Member, code: string, amount: number, at = world.now()): void {
  const leg = { source: code, target: "wallet", amount, at };
  readSlot(world, member, code);
  if (world.ledger.balance(gameOf(member.id, code)) < amount) throw new Refusal("MONEY_NOT_ENOUGH");
  if (isDown(world, code)) {
    row(world, member, leg, "FAILED");
    throw new Refusal("TRANSFER_FAIL");
  }
  world.database.atomically(() => {
    world.ledger.move({
      at,
      kind: "transfer",
      currency: member.currency,
      from: gameOf(member.id, code),
      to: walletOf(member.id),
      amount,
    });
    row(world, member, leg, "SUCCESS");
  });
}

/** Moves all of every open game, but for `except`, into the wallet. What was gathered before a failing leg stays there. */
export function gather(world: World, member: Member, except?: string): void {
  for (const { code } of slotsOf(world, member.id)) {
    if (code === except) continue;
    readSlot(world, member, code);
    const amount = world.ledger.balance(gameOf(member.id, code));
    if (amount > 0) toWallet(world, member, code, amount);
  }
}
