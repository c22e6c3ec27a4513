import { bonusOffers, promotionOffers } from "../offers";
import { html } from "./html";
import { act, badge, field, folded, form, hidden, list, live, row, select, type Place } from "./page-parts";
import type { View } from "./view";

const TYPES = { limit: "in all", day: "a day", week: "a week" } as const;

/** The operator's bonuses and promotion codes, and what the chosen member has of them; and a bonus made to measure. */
export function bonusCards({ control, member }: View, place: Place) {
  const phone = hidden("phone", member.phone);
  const held = control.heldBonus(member.phone);
  const offer = (code: string, terms: string) =>
    row(
      html`<b>${code}</b> ${held?.code === code && badge("held", "warn")}`,
      `${terms}, received ${control.receipts(member.phone, code).length} times by ${member.phone}`,
      act(place, "receive-offer", "Receive it", code, phone, hidden("code", code)),
      act(place, "received-offer", "Received before", code, phone, hidden("code", code)),
    );
  return [
    folded(
      "offers",
      "Bonuses and promotion codes",
      false,
      live(
        "live-offers",
        html`<p class="meta">
          ${held ? `The member holds a bonus: ${held.description}` : "The member holds no bonus."}
        </p>`,
        list(
          [
            ...bonusOffers.map(({ code, type, maxReceived, fail }) =>
              offer(code, `bonus, ${maxReceived} ${TYPES[type]}, can be ended at ${fail} %`),
            ),
            ...promotionOffers.map(({ code, fail }) => offer(code, `promotion, once, can be ended at ${fail} %`)),
          ],
          "None.",
        ),
      ),
      form(place, "forget-offers", "Forget what was received", phone),
    ),
    folded(
      "give-bonus",
      "Give a bonus",
      false,
      form(
        place,
        "give-bonus",
        "Give it",
        phone,
        field(
          `Amount (${member.currency === "LAK" ? "kip" : "baht"})`,
          "amount",
          member.currency === "LAK" ? 50_000 : 100,
          "number",
        ),
        select("Kind", "kind", [
          ["bonus", "bonus"],
          ["promotion", "promotion"],
          ["invite", "invite"],
          ["refund", "refund"],
          ["luckydraw", "prize wheel"],
        ]),
        field("Ends by itself at (% of the total)", "success", 300, "number"),
        field("Can be ended at or below (%)", "fail", 5, "number"),
      ),
    ),
  ];
}
