import type { Switches } from "../switches";
import { percents, WORKS, yesNo, type Setting } from "./choices";

type Reward =
  | "agreements"
  | "inviteBanners"
  | "inviteActive"
  | "inviteFails"
  | "inviteSuccess"
  | "inviteFail"
  | "refundBanners"
  | "refundActive"
  | "refundMet"
  | "refundSuccess"
  | "refundFail";

/** The switches of agreements, invite bonuses and refunds. */
export const rewardSettings: { [K in Reward]: Setting<Switches[K]> } = {
  agreements: {
    label: "Member agreement",
    help: "Members are asked to accept it on home.",
    choices: yesNo("on", "off"),
  },
  inviteBanners: { label: "Invite banners", help: "Above the invite page.", choices: yesNo("on", "off") },
  inviteActive: { label: "Invite bonuses", help: "INVITE_INACTIVE when closed.", choices: yesNo("open", "closed") },
  inviteFails: { label: "Receiving an invite bonus", help: "INVITE_BONUS_FAIL.", choices: WORKS },
  inviteSuccess: {
    label: "An invite bonus is won at",
    help: "Of the total just after it.",
    choices: percents(0, 100, 300),
  },
  inviteFail: { label: "An invite bonus can be ended at", help: "Of the same total.", choices: percents(0, 5, 20) },
  refundBanners: { label: "Refund banners", help: "Above the refund page.", choices: yesNo("on", "off") },
  refundActive: { label: "Refunds", help: "REFUND_INACTIVE when closed.", choices: yesNo("open", "closed") },
  refundMet: {
    label: "The terms of refunds",
    help: "REFUND_CONDITION if they are not.",
    choices: yesNo("are met", "are not met"),
  },
  refundSuccess: { label: "A refund is won at", help: "Of the total just after it.", choices: percents(0, 100, 200) },
  refundFail: { label: "A refund can be ended at", help: "Of the same total.", choices: percents(0, 5, 20) },
};
