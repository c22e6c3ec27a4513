import { earnShare } from "./invites";
import { gameOf, houseOf, walletOf } from "./ledger";
import { slotOf, slotsOf, type Member } from "./members";
import { providerOf } from "../providers";
import { Refusal } from "../refusal";
import { addRow } from "./rows";
import type { World } from "../world";

/** Whether this provider refuses everything (switch `providersDown`). */
export function isDown(world: World, code: string): boolean {
  const { providersDown } = world.switches.current;
  return providersDown.includes("*") || providersDown.includes(code);
}

/** Whether this provider lets nobody in (switch `providersRefusing`). */
export function isRefusing(world: World, code: string): boolean {
  const { providersRefusing } = world.switches.current;
  return providersRefusing.includes("*") || providersRefusing.includes(code);
}

/** The member's game account. Throws NO_GAME for an unknown provider, SLOT_NO_ACCOUNT if the account is not open. */
export function openSlotOf(world: World, member: Member, code: string) {
  if (!providerOf(code)) throw new Refusal("NO_GAME");
  const slot = slotOf(world, member.id, code);
  if (!slot) throw new Refusal("SLOT_NO_ACCOUNT");
  return slot;
}

/**
 * Books a win (+) or loss (-) of a member, in minor units. A loss takes at most the balance. Returns the amount moved.
 */
export function settlePlay(world: World, member: Member, code: string, amount: number, at = world.now()): number {
  const game = gameOf(member.id, code);
  const moved = Math.max(amount, -world.ledger.balance(game));
  if (moved === 0) return 0;
  const house = houseOf(member.currency, `games/${code}`);
  const [from, to] = moved > 0 ? [house, game] : [game, house];
  world.ledger.move({ at, kind: "play", currency: member.currency, from, to, amount: Math.abs(moved) });
  earnShare(world, member, moved, at);
  return moved;
}

/** What the member has at the provider: more or less than the operator knows until it reads again. */
export const atProvider = (world: World, member: Member, code: string): number =>
  world.ledger.balance(gameOf(member.id, code)) + (slotOf(world, member.id, code)?.unread ?? 0);

/** A round at the provider, which the operator reads at the next refresh or transfer. A loss takes at most the balance. */
export function playRound(world: World, member: Member, code: string, amount: number): void {
  const moved = Math.max(amount, -atProvider(world, member, code));
  world.database.run("UPDATE slot SET unread = unread + ? WHERE member = ? AND code = ?", moved, member.id, code);
}

/** Reads the wins and losses since the last time from a provider. If it is down, the last known balance remains. */
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
 * One leg from the wallet to a game. Debits the wallet first, then credits the provider, or the wallet again if the
 * provider refuses. Throws MONEY_NOT_ENOUGH before moving anything, TRANSFER_FAIL after returning the money.
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

/** One leg from a game to the wallet. Throws MONEY_NOT_ENOUGH or TRANSFER_FAIL, with nothing moved. */
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

/** Moves the balances of all open games except `except` to the wallet. If a leg fails, the earlier ones remain done. */
export function gather(world: World, member: Member, except?: string): void {
  for (const { code } of slotsOf(world, member.id)) {
    if (code === except) continue;
    readSlot(world, member, code);
    const amount = world.ledger.balance(gameOf(member.id, code));
    if (amount > 0) toWallet(world, member, code, amount);
  }
}
