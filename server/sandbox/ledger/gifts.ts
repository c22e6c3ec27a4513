import CryptoJS from "crypto-js";
import { randomBytes } from "node:crypto";
import { refuseWhileBonusHeld } from "./bonuses";
import { deposit } from "./deposits";
import { offersTrueWallet } from "./deposit-offer";
import type { Member } from "./members";
import { Refusal } from "../refusal";
import type { World } from "../world";

/** A gift: anyone who has its link may redeem it, once. Times are epoch milliseconds. */
export interface Gift {
  hash: string;
  /** Minor units. */
  amount: number;
  createdAt: number;
  expiresAt: number;
  used: number;
  /** The member who made it and cannot redeem it. */
  owner: string | null;
}

export const giftStates = ["unused", "used", "expired", "own"] as const;
export type GiftState = (typeof giftStates)[number];

const GIFT_LIFE_MS = 24 * 3_600_000;
/** Hash of the gift in the example of the operator's API description. */
export const EXAMPLE_GIFT = "0190demo7f3aQx";

export const linkOf = ({ hash }: Pick<Gift, "hash">) => `https://gift.truemoney.com/campaign/?v=${hash}`;

/** Makes a gift in this state. `own`: made by `owner`. */
export function makeGift(
  world: World,
  { amount, state = "unused", owner, hash }: { amount: number; state?: GiftState; owner?: Member; hash?: string },
): Gift {
  const now = world.now();
  const gift: Gift = {
    hash: hash ?? randomBytes(16).toString("hex"),
    amount,
    createdAt: now,
    expiresAt: state === "expired" ? now : now + GIFT_LIFE_MS,
    used: Number(state === "used"),
    owner: state === "own" ? (owner?.id ?? null) : null,
  };
  const columns = Object.keys(gift);
  world.database.run(
    `INSERT INTO gift (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...Object.values(gift),
  );
  return gift;
}

/** Newest first. */
export const gifts = ({ database }: World): Gift[] =>
  database.all<Gift>("SELECT * FROM gift ORDER BY createdAt DESC, rowid DESC LIMIT 30");

export function giftStateOf(world: World, { used, owner, expiresAt }: Gift): GiftState {
  if (used) return "used";
  if (expiresAt <= world.now()) return "expired";
  return owner === null ? "unused" : "own";
}

/** The hash in an encrypted gift link (AES-256-CBC with OpenSSL's passphrase derivation); null if there is none. */
export function hashIn(encrypted: string, secret: string): string | null {
  try {
    const link = CryptoJS.AES.decrypt(encrypted, secret).toString(CryptoJS.enc.Utf8);
    return (
      /^https:\/\/gift\.truemoney\.(?:com|test)\/campaign\/\?v=([A-Za-z0-9]{10,64})$/.exec(link.trim())?.[1] ?? null
    );
  } catch {
    // Not valid UTF-8: encrypted with another secret, or not at all.
    return null;
  }
}

/** Redeems a gift for the member. Throws TRUELINK_INVALID, TRUELINK_DUPLICATE or BONUS_REMAINING. */
export function redeemGift(world: World, member: Member, encrypted: string): void {
  const hash = hashIn(encrypted, world.truelinkSecret);
  const gift = hash && world.database.get<Gift>("SELECT * FROM gift WHERE hash = ?", hash);
  if (!gift || !offersTrueWallet(world, member.currency, "GIFT")) throw new Refusal("TRUELINK_INVALID");
  if (gift.used) throw new Refusal("TRUELINK_DUPLICATE");
  if (gift.expiresAt <= world.now() || gift.owner === member.id) throw new Refusal("TRUELINK_INVALID");
  refuseWhileBonusHeld(world, member);
  world.database.atomically(() => {
    world.database.run("UPDATE gift SET used = 1 WHERE hash = ?", gift.hash);
    deposit(world, member, { bankCode: "TRUEWALLET", amount: gift.amount });
  });
}
