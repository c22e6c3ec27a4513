import { games } from "../operator/contract/games";

/** The operator's calls that make a sign-in link, by its own names of the providers. */
export const AUTO_CALLS = {
  pg: games.autoLoginPg,
  betflix: games.autoLoginBetflix,
  askmebet: games.autoLoginAskmebet,
  imi: games.autoLoginImi,
  usun: games.autoLoginUsun,
  areaslot: games.autoLoginAreaslot,
  circus: games.autoLoginCircus,
  slotracha: games.autoLoginSlotracha,
  pgslot: games.autoLoginPgslot,
  joker2: games.autoLoginJoker2,
  huayhd: games.autoLoginHuayhd,
} as const;

export type AutoCall = keyof typeof AUTO_CALLS;

interface Common {
  /** The hosts that its addresses may have, `*.games.example` for all of a domain. Without it: the one the operator gives. */
  hosts?: readonly string[];
  /** Replaces the host of its addresses. */
  host?: string;
  /** Shown before the game opens. */
  notice?: string;
}

/** How a game is opened. */
export type Provider = Common &
  (
    | { kind: "auto"; call: AutoCall }
    /** A form that is posted to the game's `web` address. `event`: with the state fields that the operator gives. */
    | { kind: "form"; username: string; password: string; event?: boolean }
    /** The game's `web` address, with the credentials in its query if the names of their parameters are given. */
    | { kind: "link"; username?: string; password?: string }
    /** One of the game's addresses, for the device. */
    | { kind: "generic" }
  );

export type Providers = Readonly<Record<string, Provider>>;

const auto = (call: AutoCall): Provider => ({ kind: "auto", call });

/** The sport provider, whose host the setting SPORT_HOST replaces. */
export const SPORT = "UFABET";
/** The provider that has the notice of the setting PGSLOT_NOTICE. */
export const NOTICED = "PGSLOT";

/** The providers that need more than their addresses, by code. The setting PROVIDERS_FILE changes and adds entries. */
export const PROVIDERS: Providers = {
  PG: auto("pg"),
  BETFLIX: auto("betflix"),
  ASKMEBET: auto("askmebet"),
  IMI: auto("imi"),
  USUN: auto("usun"),
  AREASLOT: auto("areaslot"),
  CIRCUS: auto("circus"),
  SLOTRACHA: auto("slotracha"),
  PGSLOT: auto("pgslot"),
  JOKER2: auto("joker2"),
  HUAYHD: auto("huayhd"),
  JOKER: { kind: "form", username: "Username", password: "Password" },
  SLOTXO: { kind: "form", username: "Username", password: "Password" },
  UFABET: { kind: "form", username: "txtUserName", password: "password", event: true },
  SEXYGAME: { kind: "link", username: "username", password: "password" },
  SUPERSLOT: { kind: "link" },
};

/** Their names, where the operator's have not been read. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  PG: "PG Soft",
  BETFLIX: "Betflix",
  ASKMEBET: "Ask Me Bet",
  USUN: "U-Sun",
  AREASLOT: "Area Slot",
  CIRCUS: "Circus",
  SLOTRACHA: "Slot Racha",
  PGSLOT: "PG Slot",
  JOKER2: "Joker 2",
  HUAYHD: "Huay HD",
  JOKER: "Joker Gaming",
  SLOTXO: "Slot XO",
  SEXYGAME: "Sexy Game",
  SUPERSLOT: "Super Slot",
};

/** How the game with this code is opened. */
export const providerOf = (providers: Providers, code: string): Provider =>
  Object.hasOwn(providers, code) ? providers[code]! : { kind: "generic" };
