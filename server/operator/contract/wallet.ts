import { z } from "zod";
import { get, post } from "../endpoint";
import { Amount, BankAccount, Message, Money, orNull, Percent, Profile, word } from "./fields";
import { record } from "./reader";

/** A member's account with one game provider. `amount` is in wallet currency; the game's own credit is amount times `ftWalletSlot`. */
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

/** Secrets: never cached, never logged. `event` holds the state fields of a web form. */
const GameCredentials = z
  .object({ username: z.string(), password: z.string(), event: z.record(z.string(), z.string()).nullish() })
  .meta({ id: "GameCredentials" });

const SlotCode = z.object({ slotCode: z.string().min(1) });

export const wallet = {
  getWallet: get("/api/wallet", { output: record(WalletResponse) }),
  refreshSlots: get("/api/wallet/refresh/slot", { writes: "account", output: Message }),
  activateSlot: get("/api/wallet/activate/{slotCode}", { writes: "account", input: SlotCode, output: Message }),
  getSlotAccount: get("/api/wallet/account/{slotCode}", { input: SlotCode, output: record(GameCredentials) }),
  resetSlotPassword: get("/api/wallet/resetpassword/{slotCode}", {
    writes: "account",
    input: SlotCode,
    output: Message,
  }),
  /** Announces a true-wallet deposit; credited when the money is matched. */
  addToWallet: post("/api/wallet/add", {
    writes: "money",
    input: z.object({ amount: Amount }).meta({ id: "AddRequest" }),
    output: Message,
  }),
  /** `link` is the gift link, encrypted. */
  submitTruelink: post("/api/wallet/truelink", {
    writes: "money",
    input: z.object({ link: z.string().min(1) }).meta({ id: "TruelinkRequest" }),
    output: Message,
  }),
};
