import { z } from "zod";
import { get } from "../endpoint";
import { single } from "./reader";

const Link = single("link", z.url());
const ByName = z.object({ username: z.string().min(1) });
const ByPassword = ByName.extend({ password: z.string().min(1) });

const byName = (provider: string) => get(`/api/autoLogin/${provider}/{username}`, { input: ByName, output: Link });
const byPassword = (provider: string) =>
  get(`/api/autoLogin/${provider}/{username}/{password}`, { input: ByPassword, output: Link });

/** Each answers a link that signs in once. The built paths hold secrets: only their templates may be logged. */
export const autoLogin = {
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
