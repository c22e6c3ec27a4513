/** The button that shows a password; `data-reveal` is the id of the input. */
export function revealPasswords() {
  for (const button of document.querySelectorAll<HTMLElement>("[data-reveal]")) {
    const input = document.getElementById(button.dataset.reveal!) as HTMLInputElement | null;
    button.addEventListener("click", () => {
      if (!input) return;
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.setAttribute("aria-pressed", String(!shown));
    });
  }
}
