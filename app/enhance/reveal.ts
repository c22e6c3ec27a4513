/** Milliseconds that a shown password stays readable. */
const SHOWN_MS = 30_000;

/** The button that shows a password; `data-reveal` is the id of the input. Without scripts it may send its form instead. */
export function revealPasswords() {
  for (const button of document.querySelectorAll<HTMLElement>("[data-reveal]")) {
    const input = document.getElementById(button.dataset.reveal!) as HTMLInputElement | null;
    let timer = 0;
    const show = (shown: boolean) => {
      clearTimeout(timer);
      input!.type = shown ? "text" : "password";
      button.setAttribute("aria-pressed", String(shown));
      if (shown) timer = window.setTimeout(show, SHOWN_MS);
    };
    button.addEventListener("click", (event) => {
      event.preventDefault();
      if (input) show(input.type !== "text");
    });
  }
}
