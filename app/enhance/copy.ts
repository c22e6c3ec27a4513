import { toast } from "./toasts";

/** Copies the text in `data-copy` and shows a toast with the text in `data-copied` or `data-copy-failed`. */
export function answerCopies() {
  addEventListener("click", async (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
    if (!button) return;
    const { copy, copied, copyFailed } = button.dataset;
    try {
      await navigator.clipboard.writeText(copy!);
      toast(copied!, "good");
    } catch {
      toast(copyFailed!, "bad");
    }
  });
}
