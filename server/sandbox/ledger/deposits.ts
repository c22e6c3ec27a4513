import { houseOf, walletOf } from "./ledger";
import { limits } from "../market";
import type { Member } from "./members";
import { addRow, type BonusKind } from "./rows";
import { holdBonus } from "./bonuses";
import { texts } from "../texts";
import type { World } from "../world";

interface Incoming {
  /** Minor units. */
  amount: number;
  at?: number;
}

/** Credits money from outside to the wallet, with a coin if the amount is large enough. Adds no statement row. */
export function credit(world: World, member: Member, { amount, at = world.now() }: Incoming): void {
  const { currency } = member;
  world.database.atomically(() => {
    world.ledger.move({
      at,
      kind: "deposit",
      currency,
      from: houseOf(currency, "bank"),
      to: walletOf(member.id),
      amount,
    });
    if (amount >= limits[currency].coinFrom)
      world.database.run("UPDATE member SET coin = coin + 1 WHERE id = ?", member.id);
  });
}

/** Credits a deposit to the wallet and adds its statement row. */
export function deposit(
  world: World,
  member: Member,
  { bankCode, amount, at = world.now() }: Incoming & { bankCode: string },
): void {
  world.database.atomically(() => {
    credit(world, member, { amount, at });
    addRow(world, member.id, {
      type: "deposit",
      status: "SUCCESS",
      source: bankCode,
      target: "wallet",
      amount,
      createdAt: at,
    });
  });
}

/** Credits a bonus to the wallet. If `success` or `fail` is above 0, the member holds it afterwards. */
export function grantBonus(
  world: World,
  member: Member,
  bonus: {
    kind: BonusKind;
    /** Of the bonus or promotion, if it is one of the operator's offers. */
    code?: string;
    amount: number;
    success: number;
    fail: number;
    at?: number;
    description?: string;
  },
): void {
  const { kind, code = null, amount, success, fail, at = world.now() } = bonus;
  const description = bonus.description ?? texts[world.market].bonuses[kind];
  world.database.atomically(() => {
    world.ledger.move({
      at,
      kind,
      currency: member.currency,
      from: houseOf(member.currency, "bonuses"),
      to: walletOf(member.id),
      amount,
    });
    addRow(world, member.id, {
      type: "bonus",
      status: "SUCCESS",
      source: null,
      target: "wallet",
      amount,
      createdAt: at,
      origin: kind,
      description,
    });
    if (success > 0 || fail > 0) holdBonus(world, member.id, { kind, code, description, success, fail });
  });
}
