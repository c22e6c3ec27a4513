/** Milliseconds before a button shows that it is waiting, so that fast answers do not flicker. */
export const BUSY_AFTER_MS = 200;

/** Sends a form only once, even on a double tap, and marks its button as busy. The server does not rely on this. */
export function markPending() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.sending !== undefined) return event.preventDefault();
    const opener = (event as SubmitEvent).submitter as HTMLButtonElement | null;
    // This page stays as it is if the answer goes to another window.
    if (event.defaultPrevented || opener?.formTarget) return;
    form.dataset.sending = "";
    const button = opener ?? form.querySelector("button.button");
    setTimeout(() => {
      if (form.dataset.sending !== undefined) button?.setAttribute("aria-busy", "true");
    }, BUSY_AFTER_MS);
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sending]")) {
      delete form.dataset.sending;
      form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
    }
  });
}
