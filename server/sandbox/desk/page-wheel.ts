import { html } from "./html";
import { placeOf } from "./page-frame";
import { field, folded, form, hidden, list, live, money, row, select, time } from "./page-parts";
import type { View } from "./view";

const SHOWN = 5;

/** The prize wheel of the chosen member: coins, the next slice, and coupons. */
export function wheelCard(view: View) {
  const { control, member } = view;
  const place = placeOf(view, "world");
  const phone = hidden("phone", member.phone);
  const prize = (one: { amount: number } | null) =>
    one ? (one.amount === 0 ? "a thing" : money(one.amount)) : "nothing";
  return folded(
    "wheel",
    "Prize wheel",
    false,
    live("live-coins", html`<p class="meta">Coins of the member: ${control.coins(member.phone).coins}.</p>`),
    form(place, "give-coins", "Give coins", phone, field("Coins", "count", 3, "number")),
    form(
      place,
      "force-slice",
      "Stop there next",
      phone,
      select("The next spin stops at", "code", [
        ...control
          .slices(member.phone)
          .map(({ code, label, prize: won }) => [code, `${label}: ${prize(won)}`] as const),
        ["NONE", "a slice without a prize record: INVALID_PRIZE_CODE"],
      ]),
    ),
    form(
      place,
      "spoil-coupons",
      "Change the open coupons",
      phone,
      select("They", "how", [
        ["expired", "expire"],
        ["lost", "lose the records of their prizes"],
      ]),
    ),
    live(
      "live-coupons",
      list(
        control
          .coupons(member.phone)
          .slice(0, SHOWN)
          .map(({ name, amount, state, expiresAt }) =>
            row(name, `${prize({ amount })}, ${state}, until ${time(expiresAt)}`),
          ),
        "No coupons.",
      ),
    ),
  );
}
