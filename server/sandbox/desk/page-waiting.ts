import { html } from "./html";
import { placeOf, section } from "./page-frame";
import { act, hidden, list, live, money, row, time } from "./page-parts";
import type { View } from "./view";

const SHOWN = 8;

/** A browser fills in the code of an SMS whose last line names the site (WebOTP). */
function smsFormat({ facts: { product }, control }: View) {
  const sent = control.otps()[0];
  if (!product || !sent) return html``;
  const { ref, code } = sent;
  const lines = [
    `${code} is your code. Reference ${ref}. Tell it to nobody.`,
    `@${new URL(product.url).hostname} #${code}`,
  ];
  return html`<p class="meta">An SMS in this form is filled in by the browser; its last line names the site:</p>
    <pre class="desk-json">${lines.join("\n")}</pre>`;
}

/** What members have started and the outside world must finish. */
export function waitingSection(view: View) {
  const { control } = view;
  const place = placeOf(view, "waiting");
  return section(
    view,
    "waiting",
    live(
      "live-waiting",
      html`<h3>One-time codes sent</h3>`,
      list(
        control
          .otps()
          .slice(0, SHOWN)
          .map(({ phone, ref, code, sentAt, state }) =>
            row(html`<b><code>${code}</code></b> to ${phone}`, `${time(sentAt)}, reference ${ref}, ${state}`),
          ),
        "None yet: start a registration.",
      ),
      smsFormat(view),
      html`<h3>QR codes to pay</h3>`,
      list(
        control
          .qrs()
          .map(({ id, phone, bankCode, amount, expiresAt }) =>
            row(
              html`<b>${money(amount)}</b> to ${bankCode}`,
              `${phone}, until ${time(expiresAt)}`,
              act(place, "pay-qr", "Pay it", `${money(amount)} of ${phone}`, hidden("id", id)),
            ),
          ),
        "None: make one in the product, on the deposit page.",
      ),
      html`<h3>Withdrawals</h3>`,
      list(
        control.withdrawals().map(({ id, phone, amount, settleAt }) => {
          const what = `${money(amount)} of ${phone}`;
          return row(
            html`<b>${money(amount)}</b>`,
            `${phone}, ${settleAt === null ? "waits for you" : `paid by itself at ${time(settleAt)}`}`,
            act(place, "settle", "Pay", what, hidden("id", id)),
            act(place, "refuse", "Refuse", what, hidden("id", id)),
          );
        }),
        "None.",
      ),
      html`<h3>Announced truewallet money</h3>`,
      list(
        control.announcements().map(({ id, phone, amount, matchAt, failAt }) => {
          const what = `${money(amount)} of ${phone}`;
          const when = matchAt === null ? `fails at ${time(failAt)}` : `arrives at ${time(matchAt)}`;
          return row(
            html`<b>${money(amount)}</b>`,
            `${phone}, ${when}`,
            act(place, "match-add", "Arrives now", what, hidden("id", id)),
            act(place, "lose-add", "Never arrives", what, hidden("id", id)),
          );
        }),
        "None.",
      ),
      html`<h3>Slips received</h3>`,
      list(
        control
          .slips()
          .slice(0, SHOWN)
          .map(({ reference, phone, status, note, amount, readAt }) => {
            const title = html`<b>${amount === null ? "Slip" : money(amount)}</b> ${status} ${note}`;
            if (status !== "PENDING") return row(title, `${phone}, ${reference}`);
            return row(
              title,
              `${phone}, ${reference}, read at ${time(readAt)}`,
              act(place, "read-slip", "Read it now", reference, hidden("reference", reference)),
            );
          }),
        "None.",
      ),
    ),
  );
}
