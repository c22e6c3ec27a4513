import { z } from "zod";
import { MoneyText } from "~/lib/form";
import { message } from "~/lib/message";
import { findGiftLink } from "./gift-link";

/** The least that the operator takes note of, minor units. */
export const MINIMUM = 2_00;

/** A deposit that the member announces. */
export const AddForm = (money: (minor: number) => string) =>
  z.object({ amount: MoneyText }).superRefine(({ amount }, context) => {
    if (amount >= MINIMUM) return;
    const text = message("truewallet:addMinimum", { amount: money(MINIMUM) });
    context.addIssue({ code: "custom", path: ["amount"], message: text });
  });

/** A gift: `link` is what was pasted, and becomes the link that is sent. */
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
