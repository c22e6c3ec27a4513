import { html } from "./html";
import { placeOf, productLink, section } from "./page-frame";
import { badge, button, postForm } from "./page-parts";
import { scenarios } from "./scenarios";
import type { View } from "./view";

/** One button for each situation that a product must handle. */
export const scenarioSection = (view: View) => {
  const { control, member } = view;
  const place = placeOf(view, "scenarios");
  return section(
    view,
    "scenarios",
    html`<div class="desk-grid">
      ${Object.entries(scenarios).map(([word, { title, help, path, button: text, isOn, stop }]) => {
        const on = isOn?.(control, member) ?? false;
        return html`<article class="card">
          <div class="stack" data-gap="tight">
            <div class="cluster">
              <h3>${title}</h3>
              <span id="state-${word}" data-live>${on && badge("on", "warn")}</span>
            </div>
            <p class="meta">${help}</p>
          </div>
          <div class="cluster">
            ${
              on && stop
                ? postForm(`scenario/${word}/stop`, place, button(stop.button))
                : postForm(`scenario/${word}/start`, place, button(text, "primary"))
            }
            ${productLink(view, path, "See it", title)}
          </div>
        </article>`;
      })}
    </div>`,
  );
};
