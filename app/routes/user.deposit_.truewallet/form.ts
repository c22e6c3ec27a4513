import { z } from "zod";
import { MoneyText } from "~/lib/form";
import { message } from "~/lib/message";
import { findGiftLink } from "./gift-link";

/** Minimum amount in minor units. */
export const MINIMUM = 2_00;

/** Schema of an announced deposit. */
export const AddForm = (money: (minor: number) => string) =>
  z.object({ amount: MoneyText }).superRefine(({ amount }, context) => {
    if (amount >= MINIMUM) return;
    const text = message("truewallet:addMinimum", { amount: money(MINIMUM) });
    context.addIssue({ code: "custom", path: ["amount"], message: text });
  });

/** Schema of a gift: `link` is the pasted text and is converted to the canonical link. */
export const GiftForm = z.object({
  link: z.string({ error: "truewallet:giftMissing" }).transform((text, context) => {
    if (text.trim() === "") context.issues.push({ code: "custom", message: "truewallet:giftMissing", input: text });
    else {
      const link = findGiftLink(text);
      if (link) return link;
      context.issues.push({ code: "custom", message: "errors:TRUELINK_INVALID", input: text });
    }
    return z.NEVER;
  }),
});
