/** Milliseconds. */
export const TOAST_MS = 4000;

/** Shows a message at the top for 4 seconds, longer while it is touched or has the focus. */
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
  removeLater(node);
}

function removeLater(node: HTMLElement) {
  let timer = 0;
  const start = () => (timer = window.setTimeout(() => node.remove(), TOAST_MS));
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
