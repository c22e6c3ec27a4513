import type { actions } from "./actions";
import { html, Markup } from "./html";

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:1rem;max-width:60rem}
h1{font-size:1.4rem;margin:0 0 .5rem} h2{font-size:1.1rem;margin:0 0 .5rem}
section{border:1px solid #8886;border-radius:.6rem;padding:.8rem;margin:0 0 1rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.4rem 0}
label{display:flex;flex-direction:column;font-size:.8rem;flex:1 1 8rem}
input,select,button{font:inherit;padding:.45rem .6rem;min-height:2.75rem;border-radius:.4rem;border:1px solid #8889;box-sizing:border-box;width:100%}
button{width:auto;cursor:pointer} ul{list-style:none;margin:0;padding:0}
li{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;border-top:1px solid #8883;padding:.3rem 0}
li form{margin:0} b{font-variant-numeric:tabular-nums} code{overflow-wrap:anywhere}
.good{color:#0a7d32}.bad{color:#c62828}.note{font-size:.85rem;opacity:.8}`;

export const page = (title: string, body: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;

export const messagePage = (text: string) =>
  page(
    "Desk",
    html`<h1>Desk</h1>
      <p class="bad">${text}</p>
      <p><a href="/desk">Back to the desk</a></p>`,
  );

export const money = (minor: number) => (minor / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 });
export const time = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(11, 19);

/** A form that posts to an action of `actions.ts`. */
export const form = (action: keyof typeof actions, button: string, ...fields: Markup[]) =>
  html`<form method="post" action="/desk/do/${action}">${fields}<button>${button}</button></form>`;
export const hidden = (name: string, value: string | number) =>
  html`<input type="hidden" name="${name}" value="${value}" />`;
export const field = (label: string, name: string, value: string | number = "", type = "text") =>
  html`<label
    >${label}<input
      name="${name}"
      value="${value}"
      type="${type}"
      ${type === "number" ? html`step="any"` : ""}
      autocomplete="off"
  /></label>`;
export const select = (label: string, name: string, options: readonly string[], first?: string) =>
  html`<label
    >${label}<select name="${name}">
      ${first !== undefined && html`<option value="">${first}</option>`}${options.map((option) => html`<option>${option}</option>`)}
    </select></label
  >`;
export const section = (title: string, ...body: Markup[]) =>
  html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`;
export const list = (items: Markup[], none: string) =>
  items.length
    ? html`<ul>
        ${items}
      </ul>`
    : html`<p class="note">${none}</p>`;
