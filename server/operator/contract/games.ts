import { z } from "zod";
import { get } from "../endpoint";
import { Message, type RefusalsOf, type Refusals, TOO_OFTEN } from "./fields";
import { neverNull, record, single } from "./reader";

/** Secrets: never cache or log them. `event` holds the state fields of a web form. */
export const GameCredentials = z
  .object({ username: z.string(), password: z.string(), event: neverNull(z.record(z.string(), z.string()).nullish()) })
  .meta({ id: "GameCredentials" });

export type GameCredentials = z.output<typeof GameCredentials>;

const SlotCode = z.object({ slotCode: z.string().min(1) });

const Link = single("link", z.url());
const ByName = z.object({ username: z.string().min(1) });
const ByPassword = ByName.extend({ password: z.string().min(1) });

const byName = (provider: string) => get(`/api/autoLogin/${provider}/{username}`, { input: ByName, output: Link });
const byPassword = (provider: string) =>
  get(`/api/autoLogin/${provider}/{username}/{password}`, { input: ByPassword, output: Link });

export const games = {
  activateSlot: get("/api/wallet/activate/{slotCode}", { writes: "account", input: SlotCode, output: Message }),
  getSlotAccount: get("/api/wallet/account/{slotCode}", { input: SlotCode, output: record(GameCredentials) }),
  resetSlotPassword: get("/api/wallet/resetpassword/{slotCode}", {
    writes: "account",
    input: SlotCode,
    output: Message,
  }),
  // Each returns a link that signs in once. The paths contain secrets, so only their templates may be logged.
  autoLoginPg: byName("pg"),
  autoLoginBetflix: byName("betflix"),
  autoLoginAskmebet: byPassword("askmebet"),
  autoLoginImi: byPassword("imi"),
  autoLoginUsun: byPassword("usun"),
  autoLoginAreaslot: byName("areaslot"),
  autoLoginCircus: byPassword("circus"),
  autoLoginSlotracha: byPassword("slotracha"),
  autoLoginPgslot: byPassword("pgslot"),
  autoLoginJoker2: byName("joker2"),
  autoLoginHuayhd: byName("huayhd"),
};

const LAUNCH: Refusals = { 404: ["SLOT_NO_ACCOUNT"], 503: ["GAME_ACTIVATION_FAIL", "LOGIN_FAIL"] };

export const gamesRefusals: RefusalsOf<typeof games> = {
  activateSlot: {
    404: ["NO_GAME"],
    409: ["SLOT_ALREADY_ACTIVE"],
    503: ["SLOT_ACTIVATE_FAIL", "GAME_ACTIVATION_FAIL"],
  },
  getSlotAccount: { 404: ["NO_GAME", "SLOT_NO_ACCOUNT"], 409: ["NOT_UFABET"] },
  resetSlotPassword: { 404: ["NO_GAME", "SLOT_NO_ACCOUNT"], ...TOO_OFTEN, 503: ["SLOT_RESET_PASSWORD_FAIL"] },
  autoLoginPg: LAUNCH,
  autoLoginBetflix: LAUNCH,
  autoLoginAskmebet: LAUNCH,
  autoLoginImi: LAUNCH,
  autoLoginUsun: LAUNCH,
  autoLoginAreaslot: { 400: ["NOT_AREASLOT"], ...LAUNCH },
  autoLoginCircus: LAUNCH,
  autoLoginSlotracha: LAUNCH,
  autoLoginPgslot: LAUNCH,
  autoLoginJoker2: LAUNCH,
  autoLoginHuayhd: LAUNCH,
};
