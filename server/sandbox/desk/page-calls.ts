import { faultKinds, type FaultKind } from "../wire/faults";
import type { Exchange } from "../wire/call-counts";
import { html } from "./html";
import { placeOf, section } from "./page-frame";
import { badge, form, live, time } from "./page-parts";
import type { View } from "./view";

const SHOWN = 20;

const json = (value: unknown) => html`<pre class="desk-json">${JSON.stringify(value, null, 1)}</pre>`;

/** The last digits tell members apart; the whole number is no part of a call's record. */
const shortPhone = (phone: string | null) => (phone === null ? "guest" : `…${phone.slice(-4)}`);

function call({ id, at, request, operationId, phone, outcome, asked, answered }: Exchange) {
  const fault = Object.hasOwn(faultKinds, outcome) ? faultKinds[outcome as FaultKind] : null;
  const isGood = outcome.startsWith("200");
  return html`<li>
    <details class="desk-call" id="call-${id}">
      <summary>
        <time>${time(at)}</time> <b>${operationId}</b> <span class="meta">${shortPhone(phone)}</span>
        ${badge(outcome.trim(), isGood ? "good" : fault ? "bad" : "warn")}
      </summary>
      <div class="stack" data-gap="small">
        <h3>Asked</h3>
        <p class="meta">${request}</p>
        ${json(asked)}
        <h3>Answered</h3>
        ${fault && html`<p>Broken by you: ${fault.help}.</p>`}${answered !== undefined && json(answered)}
      </div>
    </details>
  </li>`;
}

/** The latest calls of the product, without secrets. */
export const callsSection = (view: View) => {
  const calls = view.control.exchanges();
  // Without the time, browsers would only scroll.
  const again = `/desk?member=${view.member.id}&at=${view.facts.now()}#calls`;
  return section(
    view,
    "calls",
    html`<p class="meta">
      What the product asked the operator, and what it was answered. Dots stand for names, numbers, passwords, codes and
      tokens. <a href="${again}" data-page>Refresh</a>
    </p>`,
    live(
      "live-calls",
      calls.length > 0
        ? html`<ul class="list">
            ${calls.slice(0, SHOWN).map(call)}
          </ul>`
        : html`<p class="meta">No calls yet: open the product.</p>`,
    ),
    form(placeOf(view, "calls"), "reset-calls", "Empty the list"),
  );
};
