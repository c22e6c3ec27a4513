import { toast } from "./toasts";

/**
 * Sends a form with a file (`data-upload`: how many bytes it may have) and shows how far it is. The answer is the same page as
 * without a script, or the address of the next one.
 */
export function showUploads() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const file = form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
    if (event.defaultPrevented || form.dataset.upload === undefined || !file) return;
    event.preventDefault();
    if (file.size > Number(form.dataset.upload)) return giveBack(form, form.dataset.tooLarge!);
    send(form);
  });
}

function send(form: HTMLFormElement) {
  const bar = form.querySelector("progress")!;
  bar.hidden = false;
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  // So that the next page is named instead of sent here.
  request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
  request.responseType = "document";
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = (100 * loaded) / total;
  };
  request.onerror = () => {
    bar.hidden = true;
    giveBack(form, form.dataset.failed!);
  };
  request.onload = () => {
    const next = request.getResponseHeader("Location");
    if (next) return location.assign(next);
    if (request.responseURL !== form.action) return location.assign(request.responseURL);
    const main = (request.response as Document | null)?.querySelector("main");
    if (!main) return location.reload();
    document.querySelector("main")!.replaceWith(document.adoptNode(main));
    scrollTo(0, 0);
  };
  request.send(new FormData(form));
}

/** The form may be sent again, and the file is still in it. */
function giveBack(form: HTMLFormElement, text: string) {
  delete form.dataset.sending;
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  toast(text, "bad");
}
