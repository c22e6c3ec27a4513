import { z } from "zod";
import { get, post } from "../endpoint";
import { Banner, done, Instant, Money, PageRequest, type RefusalsOf } from "./fields";
import { list, page } from "./reader";

const InviteEntry = z
  .object({ from: z.object({ name: z.string() }), amount: Money, createdAt: Instant })
  .meta({ id: "InviteEntry" });

export const invite = {
  listInvites: post("/api/invite", { input: PageRequest, output: page("invites", InviteEntry) }),
  /** Credits the bonus, although it is a GET. */
  receiveInviteBonus: get("/api/invite/bonus", {
    writes: "money",
    output: done("INVITE_BONUS_SUCCESS", "SUCCESS", "OK"),
  }),
  inviteBanners: get("/api/invite/banners", { output: list(Banner, "banners") }),
};

export const inviteRefusals: RefusalsOf<typeof invite> = {
  receiveInviteBonus: {
    404: ["NO_INVITE_BONUS"],
    409: ["INVITE_INACTIVE", "INVITE_COLLECT", "NO_INVITEE_PLAY_INFO", "BONUS_REMAINING"],
    503: ["INVITE_BONUS_FAIL"],
  },
};
