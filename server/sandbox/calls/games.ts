import { contract } from "../../operator/contract";
import { setTimeout as wait } from "node:timers/promises";
import { isDown, isRefusing, openSlotOf } from "../ledger/games";
import { newGamePassword, openSlot, slotOf } from "../ledger/members";
import { issueTicket } from "../play/entries";
import { WEB_FORM } from "../play/web-form";
import { providerOf } from "../providers";
import { Refusal } from "../refusal";
import { implement, SUCCESS, type Call } from "../wire/implement";

type Named = { username: string; password?: string };

/** Returns a link that signs in once, for the member's own game account. */
const link =
  (code: string) =>
  async ({ world, member, input }: Call<Named>) => {
    await wait(world.switches.current.providersDelayMs, undefined, { ref: false });
    const slot = slotOf(world, member.id, code);
    if (code === "AREASLOT" && slot?.username !== input.username) throw new Refusal("NOT_AREASLOT");
    if (slot?.username !== input.username) throw new Refusal("SLOT_NO_ACCOUNT");
    if (world.switches.current.providersDown.includes("*")) throw new Refusal("GAME_ACTIVATION_FAIL");
    if (
      isDown(world, code) ||
      isRefusing(world, code) ||
      (input.password !== undefined && input.password !== slot.password)
    )
      throw new Refusal("LOGIN_FAIL");
    return { link: `${world.origin()}/play/${code}/sso?ticket=${issueTicket(world, member, code)}` };
  };

export const games = implement(contract.games, {
  activateSlot: ({ world, member, input: { slotCode } }) => {
    if (!providerOf(slotCode)) throw new Refusal("NO_GAME");
    if (slotOf(world, member.id, slotCode)) throw new Refusal("SLOT_ALREADY_ACTIVE");
    if (world.switches.current.providersDown.includes("*")) throw new Refusal("GAME_ACTIVATION_FAIL");
    if (isDown(world, slotCode)) throw new Refusal("SLOT_ACTIVATE_FAIL");
    openSlot(world, member, slotCode);
    return SUCCESS;
  },

  getSlotAccount: ({ world, member, input: { slotCode } }) => {
    const { username, password, network } = openSlotOf(world, member, slotCode);
    if (slotCode !== "UFABET") return { username, password };
    if (network !== slotCode) throw new Refusal("NOT_UFABET");
    return { username, password, event: WEB_FORM };
  },

  resetSlotPassword: ({ world, member, input: { slotCode } }) => {
    openSlotOf(world, member, slotCode);
    if (isDown(world, slotCode)) throw new Refusal("SLOT_RESET_PASSWORD_FAIL");
    world.database.run(
      "UPDATE slot SET password = ? WHERE member = ? AND code = ?",
      newGamePassword(),
      member.id,
      slotCode,
    );
    return SUCCESS;
  },

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
