import type { actions } from "./actions";
import { html, Markup } from "./html";

export const money = (minor: number) =>
  (minor / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 }).replace("-", "−");

/** Time of day at UTC+7, the time of both markets. `at`: epoch milliseconds. */
export const time = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(11, 19);

export type Tone = "good" | "bad" | "warn" | "info";

/** Where a form was sent from: the answer leads back there. */
export interface Place {
  /** Id of the chosen member. */
  member: string;
  /** Id of the section. */
  section: string;
  /** The guest whose conversation is shown. */
  guestId: string | null;
}

export const hidden = (name: string, value: string | number) =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A form of the desk. `path`: below `/desk/`. */
export const postForm = (path: string, place: Place, ...body: Markup[]) =>
  html`<form method="post" action="/desk/${path}">
    ${hidden("_member", place.member)}${hidden("_place", place.section)}
    ${place.guestId && hidden("_guest", place.guestId)}${body}
  </form>`;

export const button = (text: string, variant: "primary" | "secondary" | "quiet" = "secondary", what = "") =>
  html`<button class="button" data-size="small" data-variant="${variant}">
    ${text}${what && html`<span class="visually-hidden"> ${what}</span>`}
  </button>`;

/** A form that posts to an action of `actions.ts`. */
export const form = (place: Place, action: keyof typeof actions, submit: string, ...fields: Markup[]) =>
  postForm(`do/${action}`, place, html`<div class="desk-fields">${fields}${button(submit)}</div>`);

/** A button that posts to an action, for rows of lists. `what`: which row it is about, for screen readers. */
export const act = (place: Place, action: keyof typeof actions, submit: string, what: string, ...fields: Markup[]) =>
  postForm(`do/${action}`, place, ...fields, button(submit, "secondary", what));

const ARROW = new Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 9 7 7 7-7"/></svg>');

const labelled = (label: string, help: string | undefined, control: Markup) =>
  html`<label class="field">
    <span class="field-label">${label}</span>
    <span class="field-control">${control}</span>
    ${help && html`<span class="field-hint">${help}</span>`}
  </label>`;

export const field = (label: string, name: string, value: string | number = "", type = "text", help?: string) =>
  labelled(
    label,
    help,
    html`<input
      name="${name}"
      value="${value}"
      type="${type}"
      ${type === "number" && html`step="any"`}
      autocomplete="off"
    />`,
  );

/** Choices of `select`: value and text. */
export type Choice = readonly [value: string, text: string];

export const select = (label: string, name: string, choices: readonly Choice[], chosen?: string, help?: string) =>
  labelled(
    label,
    help,
    html`<select name="${name}">
        ${choices.map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}</select
      >${ARROW}`,
  );

export const badge = (text: string, tone?: Tone) =>
  html`<span class="badge" ${tone && html`data-tone="${tone}"`}>${text}</span>`;

/** A list of `.row`s. */
export const list = (items: Markup[], none: string) =>
  items.length
    ? html`<ul class="list">
        ${items.map((item) => html`<li class="row">${item}</li>`)}
      </ul>`
    : html`<p class="meta">${none}</p>`;

/** The parts of a row: what it is, a smaller line below, and what can be done. */
export const row = (title: Markup | string, meta: Markup | string, ...end: Markup[]) =>
  html`<div class="row-main">
      <p class="row-title">${title}</p>
      <p class="row-meta">${meta}</p>
    </div>
    ${end.length > 0 && html`<div class="desk-acts">${end}</div>`}`;

/** A part of the page that the script refreshes. Its id must be unique. */
export const live = (id: string, ...body: Markup[]) =>
  html`<div class="stack" data-gap="small" id="${id}" data-live>${body}</div>`;

/** A card that opens. */
export const folded = (id: string, title: string, open: boolean, ...body: Markup[]) =>
  html`<details class="card" id="${id}" ${open && html`open`}>
    <summary>${title}</summary>
    ${body}
  </details>`;
