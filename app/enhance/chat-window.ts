/**
 * On a phone, all but the uppermost edge; on a wide screen, its corner. Other pages have no styles for it. Closed, it is
 * hidden, but has its size: without one, its page would lose its place and read earlier messages.
 */
const WINDOW =
  "position:fixed;top:0;right:0;bottom:0;left:0;display:block;border:0;padding:0;margin:auto 0 0 auto;max-width:none;max-height:none;width:min(100%,26rem);height:min(100%,44rem);outline:0";
const ID = "chat-window";
const FRAME = "display:block;border:0;width:100%;height:100%";
/** How often a page that is still loading is looked at. */
const EARLY_MS = 50;

/** What was typed about another question, until the page of the next one takes it. */
let typed = "";

/**
 * Opens this link to the chat over the page, which keeps its place and what was typed. Back closes the chat. Its page stays
 * while the page below does, for what is still on its way.
 */
export function openWindow(link: HTMLAnchorElement) {
  const known = document.querySelector<HTMLDialogElement>(`#${ID}`);
  if (known?.open) return;
  // Another question has a page of its own, and so has another session.
  const frame = known?.querySelector("iframe");
  const isSame = frame?.src === link.href && hasChat(frame);
  if (!isSame) {
    typed = (frame && typedIn(frame)) || typed;
    known?.remove();
  }
  const window = isSame ? known! : closedWindow(link);
  addEventListener("popstate", () => window.close(), { once: true });
  history.pushState("chat", "");
  window.style.visibility = "visible";
  window.showModal();
  if (!isSame) window.focus();
  tell(window);
}

function closedWindow(link: HTMLAnchorElement): HTMLDialogElement {
  const title = link.getAttribute("aria-label") || link.textContent!;
  const window = document.createElement("dialog");
  const frame = document.createElement("iframe");
  window.id = ID;
  window.setAttribute("aria-label", title);
  // Until there is a page in it, the keys are the window's: nobody hears those of an empty frame.
  window.tabIndex = -1;
  window.style.cssText = WINDOW;
  frame.style.cssText = FRAME;
  // Without a conversation, the page of its own says why, or it is the way in.
  const isLed = () => {
    const isChat = leadOut(frame, () => window.close(), watch);
    if (isChat && document.activeElement === window) frame.focus();
    return isChat;
  };
  // On a slow link its bar and its form are there long before all of it is.
  let early = 0;
  const watch = () => {
    early = self.setInterval(() => (!frame.isConnected || isLed()) && clearInterval(early), EARLY_MS);
  };
  watch();
  const onload = () => {
    clearInterval(early);
    if (!isLed() && window.open) location.assign(link.href);
    const field = fieldOf(frame);
    if (!field || !typed) return;
    field.value = typed.includes(field.value) ? typed : `${typed}\n${field.value}`;
    typed = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  Object.assign(frame, { title, src: link.href, onload });
  window.onclose = () => {
    tell(window);
    window.style.visibility = "hidden";
    // Nothing is on its way before there is a conversation: the next tap loads it anew.
    if (!hasChat(frame)) window.remove();
    dropBadge();
    if (history.state === "chat") history.back();
  };
  window.append(frame);
  document.body.append(window);
  return window;
}

/** What was new has been seen. Whoever came by the badge goes on beside it. */
function dropBadge() {
  const badge = document.querySelector<HTMLElement>('.icon-button[href$="chat#newest"]');
  const next = badge?.parentElement!.querySelector<HTMLElement>("summary,a:not([href$=newest])");
  if (badge === document.activeElement) next?.focus();
  badge?.remove();
}

const fieldOf = (frame: HTMLIFrameElement) => frame.contentDocument?.querySelector("textarea");

/** What was written here and not sent; the server's own beginning alone counts as nothing. */
function typedIn(frame: HTMLIFrameElement) {
  const field = fieldOf(frame);
  return field && field.value !== field.defaultValue ? field.value : "";
}

const hasChat = ({ contentDocument: page }: HTMLIFrameElement) => page?.querySelector("[data-chat]") != null;

/** The page of the chat does not learn by itself that its window was opened or closed. */
const tell = (window: HTMLDialogElement) =>
  window.querySelector("iframe")!.contentDocument?.dispatchEvent(new Event("visibilitychange"));

/**
 * The back arrow and Escape close the chat, and everything but its own forms leads the page below elsewhere. Returns
 * whether there is a chat. A page is led out once; `onNext` is called when another one takes its place.
 */
function leadOut({ contentDocument: page }: HTMLIFrameElement, close: () => void, onNext: () => void): boolean {
  if (!page?.querySelector("[data-chat]")) return false;
  if (page.querySelector("base")) return true;
  page.head.append(Object.assign(page.createElement("base"), { target: "_parent" }));
  // The page below says it already.
  page.querySelector(".strip")?.remove();
  page.defaultView!.addEventListener("pagehide", onNext);
  // Before its script is there, what is sent must not cost the page below.
  page.addEventListener("submit", ({ target }) => {
    const form = target as HTMLFormElement;
    if (/\/chat(\/|$)/.test(new URL(form.action).pathname)) form.target = "_self";
  });
  page.querySelector(".sheet-head > a")?.addEventListener("click", (event) => {
    event.preventDefault();
    close();
  });
  // A window hears no key that is pressed in its frame.
  page.addEventListener("keydown", ({ key, isComposing }) => key === "Escape" && !isComposing && close());
  return true;
}
