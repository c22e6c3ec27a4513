/** Milliseconds before a button says that it is waiting: a fast answer should not flicker. */
const PATIENCE = 200;

/** A form that is on its way is not sent again by a second tap; its button shows that it is waiting. The server does not rely on this. */
export function markPending() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.sending !== undefined) return event.preventDefault();
    if (event.defaultPrevented) return;
    form.dataset.sending = "";
    const button = (event as SubmitEvent).submitter ?? form.querySelector("button.button");
    setTimeout(() => {
      if (form.dataset.sending !== undefined) button?.setAttribute("aria-busy", "true");
    }, PATIENCE);
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sending]")) {
      delete form.dataset.sending;
      form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
    }
  });
}
