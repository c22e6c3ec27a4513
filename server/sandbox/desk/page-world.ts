import type { giftStates } from "../ledger/gifts";
import { deposits } from "../market";
import { providers } from "../providers";
import { collectingAccounts, type slipOutcomes } from "../slips/made-slips";
import { html } from "./html";
import { bonusCards } from "./page-bonuses";
import { placeOf, section } from "./page-frame";
import { field, folded, form, hidden, list, live, money, row, select, time, type Choice } from "./page-parts";
import { wheelCard } from "./page-wheel";
import type { View } from "./view";

const SHOWN = 8;

const RESULTS: Record<(typeof slipOutcomes)[number], string> = {
  SUCCESS: "good",
  UPLOADED_FILE_NOT_EXIST: "the operator loses the file",
  IMG_SIZE_UNABLE_TO_PROCESS: "the picture is too small",
  CANNOT_READ_CROPPED_IMAGE: "the code is cut off",
  DEST_ACC_INVALID: "paid to another account",
  SLIP_REFNO_DUPLICATED: "used before",
  UNSTABLE_REFNO_ON_SLIP: "its number cannot be read",
  TRIPPLE_WRONG_CAPTCHA: "the reader fails at the bank",
  INVALID_SLIP: "no bank knows it",
  NOT_MATCH: "paid from another account",
  EXPIRED_SLIP: "too old",
  UNKNOW_ERROR: "the reader fails",
};

const GIFTS: Record<(typeof giftStates)[number], string> = {
  unused: "good",
  used: "used before",
  expired: "expired",
  own: "made by the member",
};

const choices = <T extends string>(words: Record<T, string>): Choice[] =>
  Object.entries<string>(words).map(([value, text]) => [value, text]);

/** What banks, providers and friends do, outside the product. */
export function worldSection(view: View) {
  const { control, member } = view;
  const place = placeOf(view, "world");
  const phone = hidden("phone", member.phone);
  const amount = (text: string, value: number) =>
    field(`${text} (${member.currency === "LAK" ? "kip" : "baht"})`, "amount", value, "number");
  const big = member.currency === "LAK" ? 500 : 1;
  const banks = collectingAccounts(member.currency).map(({ bankCode }): Choice => [bankCode, bankCode]);
  return section(
    view,
    "world",
    html`<p class="meta">What happens outside the product: at banks, with friends, in games.</p>`,
    folded(
      "bank-transfer",
      "A bank transfer arrives",
      false,
      form(
        place,
        "bank-transfer",
        "Send it",
        phone,
        amount("Amount", 500 * big),
        select("To the account at", "bankCode", banks),
      ),
    ),
    folded(
      "make-slip",
      "Make a slip",
      false,
      form(
        place,
        "slip",
        "Make the slip",
        phone,
        amount("Amount", 500 * big),
        select("The slip is", "outcome", choices(RESULTS)),
        select("Paid to the account at", "bankCode", banks),
        select(
          "Checksum of its code",
          "wrongCrc",
          [
            ["", "right"],
            ["true", "wrong"],
          ],
          "",
          "A wrong one is an invalid slip.",
        ),
      ),
    ),
    live(
      "live-slips",
      list(
        control
          .madeSlips()
          .slice(0, SHOWN)
          .map(({ phone: owner, amount: sum, outcome, paidAt, url, jpegUrl }) =>
            row(
              html`<b>${money(sum)}</b> ${RESULTS[outcome]}`,
              `${owner}, paid at ${time(paidAt)}`,
              html`<a class="button" data-size="small" data-variant="secondary" href="${new URL(url).pathname}" download
                >Save as PNG</a
              >`,
              html`<a
                class="button"
                data-size="small"
                data-variant="secondary"
                href="${new URL(jpegUrl).pathname}"
                download
                >JPEG</a
              >`,
            ),
          ),
        "No slip was made yet.",
      ),
    ),
    deposits[member.currency].wallets.length > 0
      ? folded(
          "make-gift",
          "Make a gift link",
          false,
          form(
            place,
            "gift",
            "Make the link",
            phone,
            amount("Amount", 100),
            select("The gift is", "state", choices(GIFTS)),
          ),
          live(
            "live-gifts",
            list(
              control
                .gifts()
                .slice(0, SHOWN)
                .map(({ link, amount: sum, state }) =>
                  row(html`<code class="desk-link">${link}</code>`, `${money(sum)}, ${GIFTS[state]}`),
                ),
              "None.",
            ),
          ),
        )
      : null,
    folded(
      "play",
      "Win or lose in a game",
      false,
      form(
        place,
        "play",
        "Play",
        phone,
        select(
          "Game",
          "code",
          providers.map(({ code, name }) => [code, name]),
        ),
        amount("Won, or lost with a minus", 100 * big),
        select("The operator sees it", "unread", [
          ["", "at once"],
          ["true", "at the next refresh or transfer"],
        ]),
      ),
    ),
    ...bonusCards(view, place),
    wheelCard(view),
  );
}
