import type { Currency } from "./market";

/** A game provider with the addresses of its sign-in pages; `rate` converts wallet money to game credit. */
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
  provider("PGSLOT", "PG Slot", "slot", { web: "https://pgslot.provider.test" }),
  provider("JOKER", "Joker Gaming", "slot", {
    web: "https://joker.provider.test/login",
    android: `${app}/joker.apk`,
    ios: `${store}/joker`,
  }),
  provider("SLOTXO", "Slot XO", "slot", { web: "https://slotxo.provider.test/login", android: `${app}/slotxo.apk` }),
  provider("SUPERSLOT", "Super Slot", "slot", { web: "https://superslot.provider.test/play" }),
  provider("PG", "PG Soft", "slot", { web: "https://pg.provider.test" }),
  provider("BETFLIX", "Betflix", "slot", { web: "https://betflix.provider.test" }),
  provider("IMI", "IMI", "slot"),
  provider("USUN", "U-Sun", "slot"),
  provider("AREASLOT", "Area Slot", "slot"),
  provider("CIRCUS", "Circus", "slot"),
  provider("SLOTRACHA", "Slot Racha", "slot"),
  provider("JOKER2", "Joker 2", "slot"),
  provider(
    "UFABET",
    "UFABET",
    "sport",
    { web: "https://ufabet.provider.test/Default.aspx" },
    { BAHT: 0.1, LAK: 0.0001 },
  ),
  provider("SEXYGAME", "Sexy Game", "sport", { web: "https://sexygame.provider.test/enter" }),
  provider("ASKMEBET", "Ask Me Bet", "sport"),
  provider("HUAYHD", "Huay HD", "lotto", { web: "https://huayhd.provider.test" }),
];

export const providerOf = (code: string): Provider | undefined => providers.find((provider) => provider.code === code);
