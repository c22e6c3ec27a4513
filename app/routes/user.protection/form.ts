import { z } from "zod";
import type { Period } from "../../../server/protection/rules";
import { MoneyText } from "~/lib/form";
import { message } from "~/lib/message";

/** Smallest limit, in minor units: 1 unit of currency. A break stops all deposits. */
const MINIMUM = 100;

/** Schema of the limits; an empty field is no limit. */
export const LimitsForm = ({ money }: { money: (minor: number) => string }) => {
  const limit = MoneyText.refine((amount) => amount >= MINIMUM, {
    error: message("protection:limitMinimum", { amount: money(MINIMUM) }),
  }).optional();
  return z.object({ day: limit, week: limit, month: limit } satisfies Record<Period, unknown>);
};
