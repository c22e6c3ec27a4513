import type { BookLine } from "../ledger/book";
import { html, type Markup } from "./html";
import { deskHref, frame } from "./page-frame";
import { badge, money, time } from "./page-parts";
import type { View } from "./view";

/** The operator's accounts in words, by the last part of their names. */
const HOUSE: Record<string, string> = {
  bank: "Bank accounts (money outside)",
  withdrawals: "Withdrawals not yet paid",
  transit: "On the way to a game provider",
  bonuses: "Bonuses given",
};
const MEMBERS: Record<string, string> = { wallets: "Wallets of members", games: "Game accounts of members" };

function accountName(name: string): string {
  const [kind, owner, ...rest] = name.split("/");
  if (MEMBERS[name]) return MEMBERS[name];
  if (kind === "member") return rest[0] === "wallet" ? "Wallet of the member" : `${rest[0]} account of the member`;
  return rest[0] === "games" ? `Won and lost at ${rest[1]}` : (HOUSE[rest[0] ?? ""] ?? `${owner} ${rest.join("/")}`);
}

const debit = (sum: number) => (sum < 0 ? money(-sum) : "");
const credit = (sum: number) => (sum > 0 ? money(sum) : "");

const line = (title: Markup | string, ...sums: string[]) =>
  html`<tr>
    <td>${title}</td>
    ${sums.map((sum) => html`<td class="desk-number">${sum}</td>`)}
  </tr>`;

const table = (caption: string, head: string[], rows: Markup[]) =>
  html`<div class="card">
    <table class="data-table">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((text, at) => html`<th scope="col" class="${at > 0 && "desk-number"}">${text}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

function trialBalance(currency: string, lines: readonly BookLine[]): Markup {
  const total = (side: (sum: number) => number) => money(lines.reduce((sum, { balance }) => sum + side(balance), 0));
  return html`<h3>${currency}</h3>
    ${table(
      `Trial balance in ${currency}`,
      ["Account", "Debit", "Credit"],
      [
        ...lines.map(({ name, balance, accounts }) =>
          line(`${accountName(name)}${accounts > 1 ? ` (${accounts})` : ""}`, debit(balance), credit(balance)),
        ),
        html`<tr class="desk-total">
          <td>Total</td>
          <td class="desk-number">${total((sum) => Math.max(-sum, 0))}</td>
          <td class="desk-number">${total((sum) => Math.max(sum, 0))}</td>
        </tr>`,
      ],
    )}`;
}

/** Whether the books are exact, in one sentence. */
export function verdict({ control }: View): Markup {
  const { trialBalance, drifted, negative, exact } = control.trialBalance();
  const sums = Object.entries(trialBalance).map(([currency, sum]) => `${money(sum)} ${currency}`);
  return html`<p class="cluster">
    ${badge(exact ? "exact" : "wrong", exact ? "good" : "bad")} Trial balance: ${sums.join(", ")}.
    ${exact ? "No balance differs from its entries, and no member is below zero." : `Look at ${[...drifted, ...negative].join(", ")}.`}
  </p>`;
}

/** The ledger with its trial balance, and the latest entries of the chosen member. */
export function ledgerPage(view: View): Markup {
  const { control, member } = view;
  const lines = control.accounts();
  const entries = control.entries(member.id);
  return frame(
    view,
    "ledger",
    "Ledger",
    html`<section aria-labelledby="trial">
      <h2 id="trial">Trial balance</h2>
      ${verdict(view)}
      <p class="meta">
        Credit is what the operator owes: the money of members. Debit is what it has, and what it gave.
        <a href="${deskHref(view, "ledger")}" data-page>Refresh</a>
      </p>
      ${["BAHT", "LAK"].map((currency) => {
        const own = lines.filter((one) => one.currency === currency);
        return own.length > 0 && trialBalance(currency, own);
      })}
    </section>`,
    html`<section aria-labelledby="entries">
      <h2 id="entries">Latest entries of this member</h2>
      ${
        entries.length === 0
          ? html`<p class="meta">None yet.</p>`
          : table(
              "Latest entries, newest first",
              ["Entry", "Debit", "Credit"],
              entries.flatMap(({ id, at, kind, lines }) => [
                html`<tr>
                  <th scope="row" colspan="3">${time(at)} ${kind} <span class="meta">#${id}</span></th>
                </tr>`,
                ...lines.map(({ account, amount }) => line(accountName(account), debit(amount), credit(amount))),
              ]),
            )
      }
    </section>`,
  );
}
