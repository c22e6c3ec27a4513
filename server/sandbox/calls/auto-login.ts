import { contract } from "../../operator/contract";
import { isDown } from "../ledger/games";
import { implement, type Call } from "../wire/implement";
import { newId, slotOf } from "../ledger/members";
import { Refusal } from "../refusal";

type Named = { username: string; password?: string };

/** A link that signs in once, for the member's own game account. */
const link =
  (code: string) =>
  ({ world, member, input }: Call<Named>) => {
    const slot = slotOf(world, member.id, code);
    if (code === "AREASLOT" && slot?.username !== input.username) throw new Refusal("NOT_AREASLOT");
    if (slot?.username !== input.username) throw new Refusal("SLOT_NO_ACCOUNT");
    if (world.settings.current.providersDown.includes("*")) throw new Refusal("GAME_ACTIVATION_FAIL");
    if (isDown(world, code) || (input.password !== undefined && input.password !== slot.password))
      throw new Refusal("LOGIN_FAIL");
    return { link: `https://${code.toLowerCase()}.provider.test/sso?ticket=${newId()}` };
  };

export const autoLogin = implement(contract.autoLogin, {
  autoLoginPg: link("PG"),
  autoLoginBetflix: link("BETFLIX"),
  autoLoginAskmebet: link("ASKMEBET"),
  autoLoginImi: link("IMI"),
  autoLoginUsun: link("USUN"),
  autoLoginAreaslot: link("AREASLOT"),
  autoLoginCircus: link("CIRCUS"),
  autoLoginSlotracha: link("SLOTRACHA"),
  autoLoginPgslot: link("PGSLOT"),
  autoLoginJoker2: link("JOKER2"),
  autoLoginHuayhd: link("HUAYHD"),
});
