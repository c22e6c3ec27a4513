import type { HowtoName } from "../server/config/howto";
import type { Desk } from "../tests/support/desk";

/** A page of the product, and what to tap on it. */
export interface Scene {
  path: string;
  /** A selector. */
  at: string;
}

interface Clip {
  name: HowtoName;
  /** Its part of the keys of `locales/th/howto.json`: a scene for each step there. */
  word: string;
  /** What its member has besides the usual; `demo`: the member with a month of history. */
  wishes?: object | "demo";
  /** Prepares the scene with this index. */
  prepare?(desk: Desk, phone: string, index: number): Promise<unknown>;
  scenes: Scene[];
}

/** What each tutorial clip shows. */
export const CLIPS: Clip[] = [
  {
    name: "wallet",
    word: "Wallet",
    scenes: [
      { path: "/user/home", at: ".money[data-size=display], .money" },
      { path: "/user/deposit", at: "main .card" },
      { path: "/user/transfer?to=PGSLOT&amount=200", at: ".sheet-foot .button" },
      { path: "/user/withdraw/review?amount=300", at: ".sheet-foot .button" },
    ],
  },
  {
    name: "play",
    word: "Play",
    scenes: [
      { path: "/user/games/PG/open", at: ".sheet-foot .button" },
      { path: "/user/games/PGSLOT", at: "input[name=amount]" },
      { path: "/user/games/PGSLOT", at: "main .button[data-variant=play]" },
      { path: "/user/transfer/all?to=wallet", at: ".sheet-foot .button" },
    ],
  },
  {
    name: "balance",
    word: "Balance",
    wishes: "demo",
    scenes: [
      { path: "/user/home", at: ".money[data-size=display], .money" },
      { path: "/user/home", at: "form[action*=refresh] button" },
      { path: "/user/home", at: ".game-card" },
      { path: "/user/statement", at: "main li .row, main .row" },
    ],
  },
  {
    name: "bonus",
    word: "Bonus",
    scenes: [
      { path: "/user/bonus", at: ".bonus-card, main li a" },
      { path: "/user/bonus/details?code=DAILY20", at: ".facts" },
      { path: "/user/bonus/details?code=DAILY20", at: ".sheet-foot .button" },
      { path: "/user/bonus", at: "input[name=code]" },
    ],
  },
  {
    name: "cancel-bonus",
    word: "CancelBonus",
    wishes: { wallet: 0, games: { PGSLOT: 0 } },
    prepare: async (desk, phone, index) => {
      if (index > 1) await desk.endBonus(phone);
      // The next scene but one is below the amount that a bonus may be cancelled at.
      if (index === 0 || index === 2) await desk.giveBonus(phone, 1_00, { fail: index === 0 ? 5 : 100 });
    },
    scenes: [
      { path: "/user/bonus", at: "main .card" },
      { path: "/user/bonus", at: "main .card .facts" },
      { path: "/user/bonus/clear", at: ".sheet-foot .button" },
      { path: "/user/deposit", at: "main .card" },
    ],
  },
];
