import { z } from "zod";
import { get } from "../endpoint";
import { anyWord, BankAccount, Message, Money, Percent, Profile, type RefusalsOf, BUSY } from "./fields";
import { entries, maybe, record, recordOr, shownText, unread } from "./reader";

/**
 * A member's account with one game provider. `amount` is in wallet currency; the game's own credit is `amount` times
 * `ftWalletSlot`. Null: it could not be read.
 */
export const GameAccount = z
  .object({
    code: z.string(),
    name: shownText(),
    category: anyWord(["slot", "sport", "lotto"], "slot"),
    isActive: z.boolean(),
    amount: maybe(Money),
    ftWalletSlot: maybe(z.number().meta({ format: "double" })),
    logo: shownText(),
    background: shownText(),
    web: maybe(z.string().nullable()),
    android: maybe(z.string().nullable()),
    ios: maybe(z.string().nullable()),
  })
  .meta({ id: "GameAccount" });

export type GameAccount = z.output<typeof GameAccount>;

/** `success` and `fail` are percentages. */
const InviteSummary = z.object({ amount: Money, success: Percent, fail: Percent }).meta({ id: "InviteSummary" });

/** A balance is null if it could not be read, which is not zero. */
export const WalletResponse = z
  .object({
    profile: maybe(Profile),
    bankAccount: maybe(BankAccount),
    wallet: recordOr(z.object({ amount: maybe(Money) }), { amount: null }),
    invite: maybe(InviteSummary),
    slots: entries(GameAccount),
    unread: unread(),
  })
  .meta({ id: "WalletResponse" });

export const wallet = {
  getWallet: get("/api/wallet", { output: record(WalletResponse) }),
  refreshSlots: get("/api/wallet/refresh/slot", { writes: "account", output: Message }),
};

export const walletRefusals: RefusalsOf<typeof wallet> = {
  getWallet: { 404: ["NO_WALLET"] },
  refreshSlots: BUSY,
};
