import { documentOf, html, Markup } from "./html";
import { badge, button, money, select, type Place } from "./page-parts";
import type { View } from "./view";

const MARK =
  '<path fill="currentColor" fill-rule="evenodd" d="M12.6 1.6a2 2 0 0 1 2.8 0l11 11a2 2 0 0 1 0 2.8l-11 11a2 2 0 0 1-2.8 0l-11-11a2 2 0 0 1 0-2.8zM14 6.2 6.2 14l7.8 7.8 7.8-7.8z"/><path fill="#f2a62b" d="m14 9.5 4.5 4.5-4.5 4.5L9.5 14z"/>';
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" color="#1c4f7e">${MARK}</svg>`;
const BRAND = new Markup(`<svg class="brand-mark" viewBox="0 0 28 28" aria-hidden="true">${MARK}</svg>`);

/** The sections of the desk in their order, and the pages beside it. */
export const INDEX = {
  scenarios: "Scenarios",
  waiting: "Waiting",
  calls: "Calls",
  world: "Outside world",
  chat: "Chat",
  members: "Members",
  faults: "Break a call",
  settings: "Settings",
} as const;

export type Section = keyof typeof INDEX;

/** The address of a section, or of another page, with the same member. */
export const deskHref = ({ member }: View, target: Section | "ledger") =>
  target === "ledger" ? `/desk/ledger?member=${member.id}` : `/desk?member=${member.id}#${target}`;

/** Where the forms of a section lead back to. */
export const placeOf = ({ member, guestId }: View, section: Section): Place => ({
  member: member.id,
  section,
  guestId,
});

const document = (title: string, body: Markup) =>
  documentOf(title, body, html`<script type="module" src="/desk/desk.js"></script>`);

/** A page that only says something. */
export const messagePage = (text: string) =>
  document(
    "Desk",
    html`<main class="page">
      <h1>Desk</h1>
      <p>${text}</p>
      <p><a class="button" href="/desk">Back to the desk</a></p>
    </main>`,
  );

const index = (view: View, page: "desk" | "ledger") =>
  html`<nav class="desk-index" aria-label="Desk">
    ${Object.entries(INDEX).map(([id, title]) =>
      page === "desk"
        ? html`<a href="#${id}">${title}</a>`
        : html`<a href="${deskHref(view, id as Section)}" data-page>${title}</a>`,
    )}
    <a href="${deskHref(view, "ledger")}" data-page ${page === "ledger" && html`aria-current="page"`}>Ledger</a>
  </nav>`;

/**
 * A link into the product: in the frame beside the desk if there is one, else in a window of its own.
 * `what`: more words, for screen readers.
 */
export function productLink({ facts: { product } }: View, path: string, text: string, what = ""): Markup | null {
  if (!product) return null;
  const link = (where: "narrow" | "wide", target: string) =>
    html`<a
      class="button desk-${where}"
      data-variant="quiet"
      data-size="small"
      href="${product.url}${path}"
      target="${target}"
      rel="noopener"
      >${text}${what && html`<span class="visually-hidden">: ${what}</span>`}</a
    >`;
  return html`${link("narrow", "_blank")}${product.framed && link("wide", "phone")}`;
}

/** The result of the last action, where its button is. */
export function noticeIn(view: View, section: Section): Markup | null {
  const { notice } = view;
  if (notice?.section !== section) return null;
  const { tone, text, file, path } = notice;
  return html`<div class="flash" role="status" data-tone="${tone}" id="notice" tabindex="-1">
    <div class="stack" data-gap="tight">
      <p>${text}</p>
      <p class="cluster">
        ${file && html`<a href="${file.href}" download>${file.text}</a>`}
        ${path && productLink(view, path, "Show it in the product")}
      </p>
    </div>
  </div>`;
}

export const section = (view: View, id: Section, ...body: (Markup | null)[]) =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${INDEX[id]}</h2>
    ${noticeIn(view, id)}${body}
  </section>`;

/** Chooses the member of all forms, and shows what belongs to the chosen one. */
export function picker({ member, members, control, facts }: View, action: string): Markup {
  const games = Object.entries(control.balances(member.phone)).filter(([name, sum]) => name === "wallet" || sum > 0);
  const bonus = control.heldBonus(member.phone);
  const isDemo = member.phone === facts.demo.phone;
  return html`<div class="card">
    <form method="get" action="${action}" class="desk-picker">
      ${select(
        "Member of all forms",
        "member",
        members.map(({ id, phone, name }) => [id, `${phone} ${name}`]),
        member.id,
      )}${button("Choose")}
    </form>
    <div id="chosen" class="cluster" data-live>
      ${badge(member.status, member.status === "active" ? "good" : "warn")}${bonus && badge("holds a bonus", "warn")}
      ${games.map(([name, sum]) => badge(`${name} ${money(sum)}`))}
    </div>
    <p class="meta">
      Log in with <code>${member.phone}</code> and
      <code>${facts.demo.password}</code>${!isDemo && ", unless it has another password"}.
    </p>
  </div>`;
}

/** A page of the desk with its index, and on wide windows the product in a frame. */
export function frame(view: View, page: "desk" | "ledger", title: string, ...body: (Markup | null)[]): Markup {
  const { product } = view.facts;
  const framed = product?.framed === true;
  return document(
    `${title} · Sandbox operator`,
    html`<a class="skip-link" href="#main">Skip to the content</a>
      <div class="desk" ${framed && html`data-phone`}>
        <header class="topbar">
          <a class="brand" href="${deskHref(view, "scenarios")}">${BRAND}Desk</a>
          ${
            product &&
            html`<a
              class="button"
              data-variant="quiet"
              data-size="small"
              href="${product.url}"
              target="_blank"
              rel="noopener"
              >Open the product</a
            >`
          }
        </header>
        ${index(view, page)}
        <main class="desk-main" id="main">
          <h1>${title}</h1>
          ${picker(view, page === "desk" ? "/desk" : "/desk/ledger")}${body}
        </main>
        ${
          framed &&
          html`<aside class="desk-phone" aria-label="The product">
            <iframe
              name="phone"
              title="The product"
              loading="lazy"
              src="${product.url}${view.notice?.path ?? "/"}"
            ></iframe>
          </aside>`
        }
      </div>`,
  );
}
