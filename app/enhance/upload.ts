import { toast } from "./toasts";

/**
 * Sends a form with a file (`data-upload`: its maximum size in bytes) and shows the progress. The server answers with
 * the same page as without the script, or with the URL of the next page.
 */
export function showUploads() {
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const file = form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
    if (event.defaultPrevented || form.dataset.upload === undefined || !file) return;
    event.preventDefault();
    if (file.size > Number(form.dataset.upload)) return restore(form, form.dataset.tooLarge!);
    send(form);
  });
}

function send(form: HTMLFormElement) {
  const bar = form.querySelector("progress")!;
  bar.hidden = false;
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  // With this header the server sends the URL of the next page instead of redirecting.
  request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
  request.responseType = "document";
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = (100 * loaded) / total;
  };
  request.onerror = () => {
    bar.hidden = true;
    restore(form, form.dataset.failed!);
  };
  request.onload = () => {
    const next = request.getResponseHeader("Location");
    if (next) return location.assign(next);
    if (request.responseURL !== form.action) return location.assign(request.responseURL);
    const answer = request.response as Document | null;
    const main = answer?.querySelector("main");
    if (!main) return location.reload();
    document.title = answer!.title;
    document.querySelector("main")!.replaceWith(document.adoptNode(main));
    scrollTo(0, 0);
    // `autofocus` has an effect only while a page loads.
    main.querySelector<HTMLElement>("[autofocus]")?.focus();
  };
  request.send(new FormData(form));
}

/** Enables the form again, with the chosen file, and shows an error. */
function restore(form: HTMLFormElement, text: string) {
  delete form.dataset.sending;
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  toast(text, "bad");
}
