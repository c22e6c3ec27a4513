import { z } from "zod";
import { get } from "../endpoint";
import { BankName, Currency, Money, orNull, UpperCode, word } from "./fields";
import { list, record, single } from "./reader";

const AnyCaseCurrency = z.codec(z.string(), Currency, {
  decode: (value) => value.toUpperCase() as z.output<typeof Currency>,
  encode: (value) => value,
});

export const DepositAccount = z
  .object({
    bankCode: UpperCode,
    bankType: UpperCode,
    mode: UpperCode,
    bankAccountName: z.string(),
    bankAccountNo: z.string(),
    currency: AnyCaseCurrency,
    bank: BankName,
  })
  .meta({ id: "DepositAccount" });

export const WalletAccount = z
  .object({ walletAccountName: z.string(), mode: word(["AUTO", "GIFT"], "AUTO") })
  .meta({ id: "WalletAccount" });

const BankListItem = z.object({ code: z.string(), nameTH: z.string() }).meta({ id: "BankListItem" });
const SourceListItem = z.object({ code: z.string(), description: z.string() }).meta({ id: "SourceListItem" });

const DepositLookup = z
  .object({
    banks: z.array(DepositAccount).default([]),
    wallets: z.array(WalletAccount).default([]),
    isManual: z.boolean().default(false),
  })
  .meta({ id: "DepositLookup" });

const Info = z.object({ name: z.string(), website: z.string() }).meta({ id: "InfoLookup" });

const Contact = z
  .object({ contactText: z.string(), lineLink: z.string(), lineName: z.string(), lineQR: z.string() })
  .meta({ id: "ContactLookup" });

const WithdrawLimits = z.object({ withdrawMin: Money, withdrawMax: Money }).meta({ id: "WithdrawLimits" });

/** `closedFrom` and `closedTo` are HH:mm in UTC+7. */
const SlipLookup = z
  .object({
    isActive: z.boolean(),
    closedFrom: orNull(z.string()),
    closedTo: orNull(z.string()),
    withinMinutes: z.int().default(60),
  })
  .meta({ id: "SlipLookup" });

export const lookup = {
  lookupBanks: get("/api/lookup/banks", { access: "guest", output: list(BankListItem, "banks") }),
  lookupDeposit: get("/api/lookup/deposit", { access: "guest", output: record(DepositLookup, "deposit") }),
  lookupConditions: get("/api/lookup/conditions", {
    access: "guest",
    output: single("conditions", z.array(z.string())),
  }),
  lookupAgreements: get("/api/lookup/agreements", {
    access: "guest",
    output: single("agreements", z.array(z.string())),
  }),
  lookupInfo: get("/api/lookup/info", { access: "guest", output: record(Info, "info") }),
  lookupNotice: get("/api/lookup/notice", { access: "guest", output: single("notice", z.string()) }),
  lookupContact: get("/api/lookup/contact", { access: "guest", output: record(Contact, "contact") }),
  lookupWithdraw: get("/api/lookup/withdraw", { access: "guest", output: record(WithdrawLimits, "withdraw") }),
  lookupSlip: get("/api/lookup/slip", { access: "guest", output: record(SlipLookup, "slip") }),
  lookupSources: get("/api/lookup/sources", { access: "guest", output: list(SourceListItem, "sources") }),
  lookupActive: get("/api/lookup/active", { access: "guest", output: single("terminated", z.boolean()) }),
  lookupRegisterOTP: get("/api/lookup/registerOTP", { access: "guest", output: single("registerOTP", z.boolean()) }),
  lookupEnableChatWidget: get("/api/lookup/enableChatWidget", {
    access: "guest",
    output: single("enableChatWidget", z.boolean()),
  }),
};
