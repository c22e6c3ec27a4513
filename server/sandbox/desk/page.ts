import { implementations } from "../calls";
import type { Control } from "./control";
import { announcedSection, giftSection, slipSection } from "./page-cashier";
import { field, form, hidden, list, money, page, section, select, time } from "./page-parts";
import { faultKinds } from "../wire/faults";
import { html } from "./html";
import type { Market } from "../market";
import { providers } from "../providers";
import { refusalCodes } from "../refusal";

const otps = (control: Control) =>
  section(
    "OTPs sent",
    list(
      control
        .otps()
        .slice(0, 8)
        .map(
          ({ phone, ref, code, sentAt, state }) =>
            html`<li>
              ${time(sentAt)} ${phone} <span>reference ${ref}</span> <b>${code}</b> <span class="note">${state}</span>
            </li>`,
        ),
      "None yet. Start a registration.",
    ),
  );

const moneyIn = (control: Control, phone: string) =>
  section(
    "Money in",
    list(
      control
        .qrs()
        .map(
          ({ id, phone, bankCode, amount, expiresAt }) =>
            html`<li>
              QR ${bankCode} of ${phone}: <b>${money(amount)}</b>
              <span class="note">until ${time(expiresAt)}</span>${form("pay-qr", "Pay it", hidden("id", id))}
            </li>`,
        ),
      "No open QR.",
    ),
    form(
      "bank-transfer",
      "Send a bank transfer",
      field("Phone", "phone", phone, "tel"),
      field("Amount", "amount", 500, "number"),
      field("Bank code", "bankCode"),
    ),
  );

const moneyOut = (control: Control) =>
  section(
    "Pending withdrawals",
    list(
      control
        .withdrawals()
        .map(
          ({ id, phone, amount, settleAt }) =>
            html`<li>
              ${phone}: <b>${money(amount)}</b>
              <span class="note"
                >${settleAt === null ? "waits for you" : `paid automatically at ${time(settleAt)}`}</span
              >${form("settle", "Pay", hidden("id", id))}${form("refuse", "Refuse", hidden("id", id))}
            </li>`,
        ),
      "None.",
    ),
  );

const codes = providers.map(({ code }) => code);
const games = (phone: string) =>
  section(
    "Games",
    form(
      "play",
      "Play",
      field("Phone", "phone", phone, "tel"),
      select("Game", "code", codes),
      field("Won (+) or lost (-)", "amount", 100, "number"),
      select("Unread", "unread", ["true"], "false"),
    ),
    html`<p class="note">Unread: the operator sees it at the next balance refresh or transfer.</p>`,
  );

const breaking = (control: Control) =>
  section(
    "Slow down or break the next call",
    form(
      "fault",
      "Set",
      select(
        "Call",
        "call",
        implementations.map(({ operationId }) => operationId),
        "any call",
      ),
      select("What happens", "kind", Object.keys(faultKinds)),
      field("Times (0: always)", "times", 1, "number"),
      field("Delay (ms)", "delayMs", 0, "number"),
      field("Only phone", "phone", "", "tel"),
      select("Code (refuse, status)", "code", refusalCodes, "-"),
    ),
    list(
      control
        .faults()
        .map(
          ({ call, kind, times, delayMs, phone }) =>
            html`<li>
              ${call}: <b>${kind}</b> ${times === 0 ? "always" : `${times} ×`} ${delayMs ? `after ${delayMs} ms` : ""}
              ${phone ?? ""}
            </li>`,
        ),
      "No faults.",
    ),
    form("clear-faults", "Clear all"),
    html`<details>
      <summary>All kinds of faults</summary>
      <ul>
        ${Object.entries(faultKinds).map(([kind, { help }]) => html`<li><b>${kind}</b> ${help}</li>`)}
      </ul>
    </details>`,
  );

const people = (control: Control, phone: string) =>
  section(
    "Members",
    list(
      control
        .members()
        .slice(0, 8)
        .map(({ phone, name, status }) => html`<li>${phone} ${name} <span class="note">${status}</span></li>`),
      "None.",
    ),
    form(
      "member",
      "New member",
      field("Phone (empty: random)", "phone", "", "tel"),
      field("Wallet", "wallet", 500, "number"),
    ),
    form(
      "set-member",
      "Change",
      field("Phone", "phone", phone, "tel"),
      select("Status", "status", ["active", "suspended", "gone", "forgotten"]),
      field("Lacks (user, wallet, bank)", "lacks"),
    ),
    form("expire-tokens", "Expire sessions", field("Phone", "phone", phone, "tel")),
    form(
      "give-bonus",
      "Give a bonus",
      field("Phone", "phone", phone, "tel"),
      field("Amount", "amount", 100, "number"),
      select("Kind", "kind", ["bonus", "promotion", "invite", "refund", "luckydraw"]),
      field("Won at, %", "success", 300, "number"),
      field("Can be ended at, %", "fail", 5, "number"),
    ),
    form("end-bonus", "End the bonus", field("Phone", "phone", phone, "tel")),
  );

const switches = (control: Control) =>
  section(
    "Switches",
    html`<ul>
      ${Object.entries(control.switches()).map(([key, value]) =>
        typeof value === "boolean"
          ? html`<li>
              ${key}:
              <b>${value ? "on" : "off"}</b
              >${form("switch", value ? "Switch off" : "Switch on", hidden("key", key), hidden("value", String(!value)))}
            </li>`
          : html`<li>
              ${form("switch", "Set", hidden("key", key), field(key, "value", typeof value === "string" ? value : JSON.stringify(value)))}
            </li>`,
      )}
    </ul>`,
    form("advance", "Move the clock", field("by milliseconds", "ms", 60_000, "number")),
    form("reset-limits", "Reset rate limits"),
  );

const books = (control: Control) => {
  const { trialBalance, drifted, negative, exact } = control.trialBalance();
  return section(
    "Books",
    html`<p class="${exact ? "good" : "bad"}">
      Trial balance:
      ${Object.entries(trialBalance).map(([currency, sum]) => html`<b>${money(sum)}</b> ${currency} `)}${exact ? "exact" : `wrong: ${[...drifted, ...negative].join(", ")}`}
    </p>`,
    list(
      control
        .recentCalls()
        .slice(0, 15)
        .map(
          ({ at, operationId, phone, outcome }) =>
            html`<li>${time(at)} <code>${operationId}</code> ${phone ?? ""} <b>${outcome}</b></li>`,
        ),
      "No calls yet.",
    ),
  );
};

/** The whole page of the desk. */
export const deskPage = (
  control: Control,
  facts: { market: Market; demo: { phone: string; password: string }; now(): number; done: string | null },
) =>
  page(
    "Desk of the sandbox operator",
    html`<h1>Desk of the sandbox operator</h1>
      <p>
        Market <b>${facts.market}</b>, ${time(facts.now())} at UTC+7. Demo member <b>${facts.demo.phone}</b> /
        <b>${facts.demo.password}</b>. <a href="/desk">Refresh</a>
      </p>
      ${facts.done && html`<p class="good" role="status">${facts.done}</p>`}
      ${otps(control)}${moneyIn(control, facts.demo.phone)}${slipSection(control, facts.demo.phone)}${giftSection(control)}${announcedSection(control)}${moneyOut(control)}${games(facts.demo.phone)}${breaking(control)}${people(control, facts.demo.phone)}${switches(control)}${books(control)}`,
  );
