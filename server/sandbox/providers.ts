import type { Currency } from "./market";

/** A game provider. Addresses without a host are the sandbox's own pages (`play/`). `rate` converts wallet money to game credit. */
export interface Provider {
  code: string;
  name: string;
  category: "slot" | "sport" | "lotto";
  rate: Record<Currency, number>;
  web: string | null;
  android: string | null;
  ios: string | null;
}

const usual = { BAHT: 1, LAK: 0.001 };

const provider = (
  code: string,
  name: string,
  category: Provider["category"],
  links: { web?: string; android?: string; ios?: string } = {},
  rate = usual,
): Provider => ({
  code,
  name,
  category,
  rate,
  web: links.web ?? null,
  android: links.android ?? null,
  ios: links.ios ?? null,
});

const app = "https://dl.operator.test";
const store = "https://apps.operator.test";

/** All providers that the wallet supports, in display order. */
export const providers: readonly Provider[] = [
  provider("PGSLOT", "PG Slot", "slot", { web: "/play/PGSLOT" }),
  provider("JOKER", "Joker Gaming", "slot", {
    web: "/play/JOKER/login",
    android: `${app}/joker.apk`,
    ios: `${store}/joker`,
  }),
  provider("SLOTXO", "Slot XO", "slot", { web: "/play/SLOTXO/login", android: `${app}/slotxo.apk` }),
  provider("SUPERSLOT", "Super Slot", "slot", { web: "/play/SUPERSLOT" }),
  provider("PG", "PG Soft", "slot", { web: "/play/PG" }),
  provider("BETFLIX", "Betflix", "slot", { web: "/play/BETFLIX" }),
  provider("IMI", "IMI", "slot"),
  provider("USUN", "U-Sun", "slot"),
  provider("AREASLOT", "Area Slot", "slot"),
  provider("CIRCUS", "Circus", "slot"),
  provider("SLOTRACHA", "Slot Racha", "slot"),
  provider("JOKER2", "Joker 2", "slot"),
  provider("UFABET", "UFABET", "sport", { web: "/play/UFABET/login" }, { BAHT: 0.1, LAK: 0.0001 }),
  provider("SEXYGAME", "Sexy Game", "sport", { web: "/play/SEXYGAME/enter" }),
  provider("ASKMEBET", "Ask Me Bet", "sport"),
  provider("HUAYHD", "Huay HD", "lotto", { web: "/play/HUAYHD" }),
  // Not in the product's table: it has addresses only.
  provider("NAGA", "Naga Games", "slot", {
    web: "/play/NAGA",
    android: "/play/NAGA?app=android",
    ios: "/play/NAGA?app=ios",
  }),
];

/** The games that the operator offers, by the switch `gamesOffered`. */
export const OFFERED = {
  usual: (code: string) => code !== "NAGA",
  all: () => true,
  few: (code: string) => ["PGSLOT", "PG", "JOKER", "UFABET", "HUAYHD", "NAGA"].includes(code),
} as const;

export const providerOf = (code: string): Provider | undefined => providers.find((provider) => provider.code === code);
