/** Milliseconds that a toast stays. */
const STAY = 4000;

/** Shows a message on top for 4 s, longer while it is touched or has the focus. */
export function toast(text: string, tone: "good" | "bad") {
  const list =
    document.querySelector(".toasts") ??
    document.body.appendChild(Object.assign(document.createElement("div"), { className: "toasts" }));
  const node = document.createElement("div");
  node.className = "flash";
  node.dataset.tone = tone;
  node.setAttribute("role", "status");
  node.append(text);
  list.append(node);
  leave(node);
}

function leave(node: HTMLElement) {
  let timer = 0;
  const start = () => (timer = window.setTimeout(() => node.remove(), STAY));
  const stop = () => clearTimeout(timer);
  for (const [event, act] of [
    ["pointerenter", stop],
    ["pointerleave", start],
    ["focusin", stop],
    ["focusout", start],
  ] as const)
    node.addEventListener(event, act);
  start();
}

/** Toasts that the server put on the page leave after 4 s; bad news about money is never a toast and stays. */
export function closeToasts() {
  for (const node of document.querySelectorAll<HTMLElement>(".toasts > .flash")) leave(node);
}
