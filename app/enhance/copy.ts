import { toast } from "./toasts";

/** Copies what `data-copy` holds and says so with the texts of `data-copied` and `data-copy-failed`. */
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
