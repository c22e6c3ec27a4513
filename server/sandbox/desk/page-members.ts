import { html } from "./html";
import { placeOf, section } from "./page-frame";
import { field, folded, form, hidden, select } from "./page-parts";
import { duration } from "./choices";
import type { View } from "./view";

const MINUTE_MS = 60_000;
const STEPS = [1, 5, 15, 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);

/** New members, changes of the chosen one, and the clock that everything ages by. */
export function membersSection(view: View) {
  const { member, facts } = view;
  const place = placeOf(view, "members");
  const phone = hidden("phone", member.phone);
  const { clockOffsetMs } = view.control.switches();
  const bank = view.control.bankAccount(member.phone);
  return section(
    view,
    "members",
    folded(
      "new-member",
      "New member",
      false,
      form(
        place,
        "member",
        "Create the member",
        field("Phone number", "phone", "", "tel", "Empty: any free number."),
        field("In the wallet", "wallet", facts.market === "la" ? 250_000 : 500, "number"),
      ),
    ),
    folded(
      "change-member",
      "Change the chosen member",
      false,
      form(
        place,
        "set-member",
        "Change",
        phone,
        select(
          "The member is",
          "status",
          [
            ["active", "active"],
            ["suspended", "suspended"],
            ["gone", "gone: the account is closed"],
            ["forgotten", "forgotten: as if never registered"],
          ],
          member.status,
        ),
        select("Missing at the operator", "lacks", [
          ["", "nothing"],
          ["bank", "the bank account"],
          ["wallet", "the wallet"],
          ["user", "the person"],
        ]),
      ),
      form(
        place,
        "set-bank",
        "Change the bank account",
        phone,
        field("Bank code", "code", bank?.code ?? "", "text", "KTB, TMB and BBL take names in English letters only."),
        field("Account name", "name", bank?.name ?? ""),
        field("Account number", "number", bank?.number ?? ""),
      ),
      form(place, "end-bonus", "End the bonus", phone),
      form(place, "expire-tokens", "End the sessions", phone),
    ),
    folded(
      "clock",
      "Clock and limits",
      false,
      html`<p class="meta">
        The sandbox's clock
        ${clockOffsetMs === 0 ? "is right" : `is ${duration(Math.abs(clockOffsetMs))} ${clockOffsetMs > 0 ? "ahead" : "behind"}`}.
        Moving it lets codes expire and withdrawals fall due.
      </p>`,
      form(
        place,
        "advance",
        "Move the clock",
        select(
          "By",
          "ms",
          STEPS.map((ms) => [String(ms), duration(ms)]),
        ),
      ),
      form(place, "reset-limits", "Reset the limits"),
    ),
  );
}
