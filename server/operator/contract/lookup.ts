import { z } from "zod";
import { get } from "../endpoint";
import { anyWord, BankName, Currency, Money, UpperCode } from "./fields";
import {
  entries,
  list,
  maybe,
  neverNull,
  omittable,
  orNull,
  record,
  shownText,
  single,
  spare,
  tolerant,
  unread,
} from "./reader";

const AnyCaseCurrency = z.codec(z.string(), Currency, {
  decode: (value) => value.toUpperCase() as z.output<typeof Currency>,
  encode: (value) => value,
});

export const DepositAccount = z
  .object({
    bankCode: UpperCode,
    // An account of an unknown type or mode is one to transfer to.
    bankType: spare(UpperCode.default("")),
    mode: spare(UpperCode.default("")),
    bankAccountName: shownText(),
    bankAccountNo: z.string(),
    currency: neverNull(orNull(AnyCaseCurrency)),
    bank: BankName,
  })
  .meta({ id: "DepositAccount" });

export const WalletAccount = z
  .object({ walletAccountName: shownText(), mode: anyWord(["AUTO", "GIFT"], "AUTO", { open: true }) })
  .meta({ id: "WalletAccount" });

const BankListItem = z.object({ code: z.string(), nameTH: shownText() }).meta({ id: "BankListItem" });
const SourceListItem = z.object({ code: z.string(), description: shownText() }).meta({ id: "SourceListItem" });

const DepositLookup = z
  .object({
    banks: entries(DepositAccount).default([]),
    wallets: entries(WalletAccount).default([]),
    isManual: z.boolean().default(false),
    unread: unread(),
  })
  .meta({ id: "DepositLookup" });

const Info = z.object({ name: shownText(), website: shownText() }).meta({ id: "InfoLookup" });

const Contact = z
  .object({ contactText: shownText(), lineLink: shownText(), lineName: shownText(), lineQR: shownText() })
  .meta({ id: "ContactLookup" });

const WithdrawLimits = z
  .object({ withdrawMin: maybe(Money), withdrawMax: maybe(Money) })
  .meta({ id: "WithdrawLimits" });

/** `closedFrom` and `closedTo` are HH:mm in UTC+7. */
const SlipLookup = z
  .object({
    isActive: z.boolean(),
    closedFrom: omittable(maybe(z.string().nullable())),
    closedTo: omittable(maybe(z.string().nullable())),
    withinMinutes: omittable(spare(z.int().default(60))),
  })
  .meta({ id: "SlipLookup" });

/** Texts of the operator, as strings or as records with one; a single text is a list of one. */
const Text = tolerant(z.string(), (value) =>
  typeof value === "object" && value !== null && "html" in value ? value.html : value,
);
const Texts = tolerant(entries(Text), (value) => (typeof value === "string" ? [value] : value));

export const lookup = {
  lookupBanks: get("/api/lookup/banks", { access: "guest", output: list(BankListItem, "banks") }),
  lookupDeposit: get("/api/lookup/deposit", { access: "guest", output: record(DepositLookup, "deposit") }),
  lookupConditions: get("/api/lookup/conditions", {
    access: "guest",
    output: single("conditions", Texts),
  }),
  lookupAgreements: get("/api/lookup/agreements", {
    access: "guest",
    output: single("agreements", Texts),
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
