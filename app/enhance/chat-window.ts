/** On a phone, all but the uppermost edge; on a wide screen, its corner. Other pages have no styles for it. */
const WINDOW =
  "border:0;padding:0;margin:auto 0 0 auto;max-width:none;max-height:none;width:min(100%,26rem);height:min(100%,44rem)";
const ID = "chat-window";
const FRAME = "display:block;border:0;width:100%;height:100%";

/**
 * Opens this link to the chat over the page, which keeps its place and what was typed. Back closes the chat. Its page stays
 * while the page below does, for what is still on its way.
 */
export function openWindow(link: HTMLAnchorElement) {
  const known = document.querySelector<HTMLDialogElement>(`#${ID}`);
  if (known?.open) return;
  // Another question has a page of its own.
  const isSame = known?.querySelector("iframe")!.src === link.href;
  if (!isSame) known?.remove();
  const window = isSame ? known! : closedWindow(link);
  addEventListener("popstate", () => window.close(), { once: true });
  history.pushState("chat", "");
  window.showModal();
  tell(window);
}

function closedWindow(link: HTMLAnchorElement): HTMLDialogElement {
  const title = link.getAttribute("aria-label") || link.textContent!;
  const window = document.createElement("dialog");
  const frame = document.createElement("iframe");
  window.id = ID;
  window.setAttribute("aria-label", title);
  window.style.cssText = WINDOW;
  frame.style.cssText = FRAME;
  // Without a conversation, the page of its own says why, or it is the way in.
  const onload = () => leadOut(frame, () => window.close()) || location.assign(link.href);
  Object.assign(frame, { title, src: link.href, onload });
  window.onclose = () => {
    tell(window);
    // Nothing is on its way before there is a conversation: the next tap loads it anew.
    if (!hasChat(frame)) window.remove();
    // What was new has been seen there.
    document.querySelector('.icon-button[href$="chat#newest"]')?.remove();
    if (history.state === "chat") history.back();
  };
  window.append(frame);
  document.body.append(window);
  return window;
}

const hasChat = ({ contentDocument: page }: HTMLIFrameElement) => page?.querySelector("[data-chat]") != null;

/** The page of the chat does not learn by itself that its window was opened or closed. */
const tell = (window: HTMLDialogElement) =>
  window.querySelector("iframe")!.contentDocument?.dispatchEvent(new Event("visibilitychange"));

/** The back arrow and Escape close the chat, and everything else leads the page below elsewhere. Returns whether there is a chat. */
function leadOut({ contentDocument: page }: HTMLIFrameElement, close: () => void): boolean {
  if (!page?.querySelector("[data-chat]")) return false;
  page.head.append(Object.assign(page.createElement("base"), { target: "_parent" }));
  // The page below says it already.
  page.querySelector(".strip")?.remove();
  page.querySelector(".sheet-head > a")?.addEventListener("click", (event) => {
    event.preventDefault();
    close();
  });
  // A window hears no key that is pressed in its frame.
  page.addEventListener("keydown", ({ key, isComposing }) => key === "Escape" && !isComposing && close());
  return true;
}
