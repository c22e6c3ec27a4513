/**
 * Handles presets and the swap button without a request. The preset "all" is sent to the server, which knows the
 * balance.
 */
export function fillAmounts() {
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[name=preset], button[name=swap]");
    const form = button?.form;
    if (!button || !form) return;
    const done = button.name === "swap" ? swap(form) : fill(form, button.value);
    if (done) event.preventDefault();
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

addEventListener("input", (event) => {
  const input = event.target as HTMLInputElement;
  if (input.name === "amount" && input.form && /^[\d,]+(\.\d{1,2})?$/.test(input.value))
    relabel(input.form, input.value.replace(/,/g, ""));
});
