/**
 * The script of the desk, which works without it: actions and pages replace the operator's side only, so the product
 * beside it keeps its page, and the live parts refresh themselves.
 */
export const DESK_SCRIPT = `
"use strict";
const read = async (url, init) => {
  const answer = await fetch(url, init);
  return { url: answer.url, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
};
const opened = () => new Set([...document.querySelectorAll("details[open][id]")].map(({ id }) => id));
const put = (old, next, open) => {
  for (const details of next.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true;
  old.replaceWith(next);
};
let busy = 0;
// The URL of an answer has no fragment, so the place comes with the request.
const show = async (url, place, init) => {
  busy += 1;
  try {
    const { url: answered, page } = await read(url, init);
    const end = place ? answered + "#" + place : answered;
    const next = page.querySelector("main");
    if (!next) return location.assign(end);
    put(document.querySelector("main"), next, opened());
    document.querySelector(".desk-index").replaceWith(page.querySelector(".desk-index"));
    document.title = page.title;
    if (init) history.replaceState(null, "", end);
    else history.pushState(null, "", end);
    (document.getElementById("notice") ?? document.getElementById(place))?.scrollIntoView({ block: "nearest" });
    document.getElementById("notice")?.focus({ preventScroll: true });
  } finally {
    busy -= 1;
  }
};
const refresh = async () => {
  if (document.hidden || busy) return;
  const { page } = await read(location.href).catch(() => ({}));
  if (!page || busy) return;
  const open = opened();
  for (const next of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(next.id);
    if (!old || old.textContent === next.textContent) continue;
    // What is being typed or pressed stays. An opened call only keeps the focus.
    const focus = old.contains(document.activeElement) && document.activeElement;
    if (focus && focus.tagName !== "SUMMARY") continue;
    put(old, next, open);
    if (focus) document.getElementById(focus.parentElement.id)?.firstElementChild.focus({ preventScroll: true });
  }
};
document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  const sent = form.method === "post" ? show(form.action, fields.get("_place"), { method: "POST", body: fields }) : show(form.action + "?" + fields, "");
  sent.catch(() => form.submit());
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-page]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href, link.hash.slice(1)).catch(() => location.assign(link.href));
});
addEventListener("popstate", () => location.reload());
setInterval(refresh, 2000);
`;
