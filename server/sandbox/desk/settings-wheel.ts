import type { Switches } from "../switches";
import { HOUR, lasts, MINUTE, yesNo, type Setting } from "./choices";

type Name = "spinActive" | "wheelSlices" | "wheelLabels" | "couponLifeMs";

/** The settings of the prize wheel. */
export const wheelSettings: { [K in Name]: Setting<Switches[K]> } = {
  spinActive: { label: "Prize wheel", help: "Members spin it with coins.", choices: yesNo("on", "off") },
  wheelSlices: {
    label: "Slices of the wheel",
    help: "Some without a prize, one with a thing.",
    choices: [2, 8, 12, 24].map((count) => [count, String(count)]),
  },
  wheelLabels: {
    label: "Labels of the slices",
    help: "Long ones do not fit on the wheel.",
    choices: [
      ["short", "short"],
      ["long", "long"],
    ],
  },
  couponLifeMs: {
    label: "A coupon is valid for",
    help: "Then it is COUPON_EXPIRED.",
    choices: lasts(MINUTE, HOUR, 7 * 24 * HOUR),
  },
};
