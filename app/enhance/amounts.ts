/**
 * Handles presets and the swap button without a request. The preset "all" is sent to the server, which knows the
 * balance.
 */
export function fillAmounts() {
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[name=preset], button[name=swap]");
    const form = button?.form;
    if (!button || !form || button.closest("[data-sends]")) return;
    const done = button.name === "swap" ? swap(form) : fill(form, button.value);
    if (!done) return;
    event.preventDefault();
    judgeAll();
  });
}

function fill(form: HTMLFormElement, value: string) {
  const amount = form.elements.namedItem("amount") as HTMLInputElement | null;
  if (!amount || value === "all") return false;
  amount.value = value;
  relabel(form, value);
  return true;
}

function swap(form: HTMLFormElement) {
  const [from, to] = ["from", "to"].map((name) => form.elements.namedItem(name) as HTMLSelectElement | null);
  if (!from || !to) return false;
  [from.value, to.value] = [to.value, from.value];
  return true;
}

/** Updates the amount in the label of the main button: `data-label` is the text, with `{}` for the amount. */
function relabel(form: HTMLFormElement, value: string) {
  const button = form.querySelector<HTMLElement>("[data-label]");
  const amount = Number(value);
  if (button && amount > 0)
    button.textContent = button.dataset.label!.replace("{}", amount.toLocaleString("en", { minimumFractionDigits: 2 }));
}

/**
 * Disables the main button (`data-least`: the minimum in units of the currency, or empty) while the form's field is
 * empty or has less. What only the server can read leaves it enabled.
 */
function judge(button: HTMLButtonElement) {
  const field = button.form!.querySelector<HTMLInputElement>("[required], [name=amount]");
  const text = field?.value.replace(/[\s,฿₭]/g, "");
  button.disabled = !text || Number(text) < Number(button.dataset.least);
}

const judgeAll = () => document.querySelectorAll<HTMLButtonElement>("[data-least]").forEach(judge);

addEventListener("input", (event) => {
  const input = event.target as HTMLInputElement;
  judgeAll();
  if (input.name === "amount" && input.form && /^[\d,]+(\.\d{1,2})?$/.test(input.value))
    relabel(input.form, input.value.replace(/,/g, ""));
});
// A browser that restores a page fills in its fields before this event.
addEventListener("pageshow", judgeAll);
