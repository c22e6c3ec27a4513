import { z } from "zod";
import { get } from "../endpoint";
import { BankAccount, Message, Money, orNull, Percent, Profile, word } from "./fields";
import { record } from "./reader";

/**
 * A member's account with one game provider. `amount` is in wallet currency; the game's own credit is `amount` times
 * `ftWalletSlot`.
 */
export const GameAccount = z
  .object({
    code: z.string(),
    name: z.string(),
    category: word(["slot", "sport", "lotto"], "slot"),
    isActive: z.boolean(),
    amount: Money,
    ftWalletSlot: z.number(),
    logo: z.string(),
    background: z.string(),
    web: orNull(z.string()),
    android: orNull(z.string()),
    ios: orNull(z.string()),
  })
  .meta({ id: "GameAccount" });

/** `success` and `fail` are percentages. */
const InviteSummary = z.object({ amount: Money, success: Percent, fail: Percent }).meta({ id: "InviteSummary" });

export const WalletResponse = z
  .object({
    profile: Profile,
    bankAccount: BankAccount,
    wallet: z.object({ amount: Money }),
    invite: InviteSummary,
    slots: z.array(GameAccount),
  })
  .meta({ id: "WalletResponse" });

export const wallet = {
  getWallet: get("/api/wallet", { output: record(WalletResponse) }),
  refreshSlots: get("/api/wallet/refresh/slot", { writes: "account", output: Message }),
};
