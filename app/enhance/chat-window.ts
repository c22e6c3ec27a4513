/**
 * On a phone, all but the uppermost edge; on a wide screen, its corner. Other pages have no styles for it. Closed, it is
 * hidden, but has its size: without one, its page would lose its place and read earlier messages.
 */
const WINDOW =
  "position:fixed;top:0;right:0;bottom:0;left:0;display:block;border:0;padding:0;margin:auto 0 0 auto;max-width:none;max-height:none;width:min(100%,26rem);height:min(100%,44rem);outline:0";
const ID = "chat-window";
const FRAME = "position:absolute;top:0;left:0;display:block;border:0;width:100%;height:100%";
/** How often a page that is still loading is looked at. */
const EARLY_MS = 50;

/** What was typed about another question, until the page of the next one takes it. */
let typed = "";
/** Whether the newest step of the history is the open window's: Back has not been pressed. */
let hasStep = false;
/** How many frames there were: each has a name of its own, which forms send their pages to. */
let frameCount = 0;

/**
 * Opens this link to the chat over the page, which keeps its place and what was typed. Back closes the chat. Its page stays
 * while the page below does, for what is still on its way.
 */
export function openWindow(link: HTMLAnchorElement) {
  const known = document.querySelector<HTMLDialogElement>(`#${ID}`);
  if (known?.open) return;
  // Another question has a page of its own, and so has another session.
  const isSame = known?.dataset.href === link.href && hasChat(known);
  if (!isSame) {
    typed = (known && typedIn(known)) || typed;
    known?.remove();
  }
  const window = isSame ? known! : closedWindow(link);
  const back = () => {
    hasStep = false;
    window.close();
  };
  addEventListener("popstate", back, { once: true });
  history.pushState("chat", "");
  hasStep = true;
  window.style.visibility = "visible";
  window.showModal();
  if (!isSame) window.focus();
  else if (/[?&]about=/.test(link.search)) askAgain(window);
  tell(window);
}

function closedWindow(link: HTMLAnchorElement): HTMLDialogElement {
  const title = link.getAttribute("aria-label") || link.textContent!;
  const window = document.createElement("dialog");
  window.id = ID;
  window.dataset.href = link.href;
  window.setAttribute("aria-label", title);
  // Until there is a page in it, the keys are the window's: nobody hears those of an empty frame.
  window.tabIndex = -1;
  window.style.cssText = WINDOW;
  window.onclose = () => {
    tell(window);
    window.style.visibility = "hidden";
    // Nothing is on its way before there is a conversation: the next tap loads it anew.
    if (!hasChat(window)) window.remove();
    dropBadge();
    if (hasStep) history.back();
  };
  document.body.append(window);
  addFrame(window).src = link.href;
  return window;
}

/**
 * The place of the next page, which takes that of the page before once it is there. Each page has a frame of its own: only
 * the first page of a frame is no step of the history. With such a step, closing the window or Back would lead to the page
 * before, without what was typed since.
 */
function addFrame(window: HTMLDialogElement): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.style.cssText = FRAME;
  frame.style.visibility = "hidden";
  // Without a conversation, the page of its own says why, or it is the way in.
  const isLed = () => {
    const isChat = leadOut(frame, window, watch);
    if (isChat) bringForward(frame, window);
    return isChat;
  };
  // On a slow link its bar and its form are there long before all of it is.
  let early = 0;
  const watch = () => {
    early = self.setInterval(() => (!frame.isConnected || isLed()) && clearInterval(early), EARLY_MS);
  };
  watch();
  const onload = () => {
    // Nothing was loaded yet.
    if (frame.contentDocument?.URL === "about:blank") return;
    clearInterval(early);
    if (!isLed()) return window.open ? location.assign(window.dataset.href!) : window.remove();
    const field = fieldOf(window);
    if (!field || !typed) return;
    fill(field, typed.includes(field.value) ? typed : `${typed}\n${field.value}`);
    typed = "";
  };
  frameCount += 1;
  Object.assign(frame, { name: `${ID}-${frameCount}`, title: window.getAttribute("aria-label"), onload });
  window.append(frame);
  return frame;
}

function bringForward(frame: HTMLIFrameElement, window: HTMLDialogElement) {
  const isFocused = window.contains(document.activeElement);
  while (frame.previousSibling) frame.previousSibling.remove();
  frame.style.visibility = "";
  if (isFocused) frame.focus();
}

/** What was new has been seen. Whoever came by the badge goes on beside it. */
function dropBadge() {
  const badge = document.querySelector<HTMLElement>('.icon-button[href$="chat#newest"]');
  const next = badge?.parentElement!.querySelector<HTMLElement>("summary,a:not([href$=newest])");
  if (badge === document.activeElement) next?.focus();
  badge?.remove();
}

/** The page that is seen: another one may be on its way. */
const pageOf = (window: HTMLDialogElement) => window.querySelector("iframe")!.contentDocument;
const fieldOf = (window: HTMLDialogElement) => pageOf(window)?.querySelector("textarea");
const hasChat = (window: HTMLDialogElement) => pageOf(window)?.querySelector("[data-chat]") != null;

/** What the link's own page began with. A page after it may begin with what was typed, or with nothing. */
const questionOf = (window: HTMLDialogElement) => window.dataset.question ?? fieldOf(window)?.defaultValue ?? "";

/** Its question was sent, or its field emptied: the next one is about the same. */
function askAgain(window: HTMLDialogElement) {
  const field = fieldOf(window);
  if (field?.value === "") fill(field, questionOf(window));
}

/** What was written here and not sent; the server's own beginning alone counts as nothing. */
function typedIn(window: HTMLDialogElement) {
  const field = fieldOf(window);
  return field && field.value !== questionOf(window) ? field.value : "";
}

function fill(field: HTMLTextAreaElement, text: string) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The page of the chat does not learn by itself that its window was opened or closed. */
const tell = (window: HTMLDialogElement) => pageOf(window)?.dispatchEvent(new Event("visibilitychange"));

/**
 * The back arrow and Escape close the chat, and everything but its own forms leads the page below elsewhere. Returns
 * whether there is a chat. A page is led out once; `onNext` is called when another one takes its place.
 */
function leadOut({ contentDocument: page }: HTMLIFrameElement, window: HTMLDialogElement, onNext: () => void): boolean {
  if (!page?.querySelector("[data-chat]")) return false;
  if (page.querySelector("base")) return true;
  page.head.append(Object.assign(page.createElement("base"), { target: "_parent" }));
  // The page below says it already.
  page.querySelector(".strip")?.remove();
  page.defaultView!.addEventListener("pagehide", onNext);
  // What is sent before its script is there must not cost the page below, nor does another language.
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const isChat = /\/chat(\/|$)/.test(new URL(form.action).pathname);
    // A form is sent once, even on a double tap.
    if (!isChat || event.defaultPrevented || form.dataset.sending !== undefined) return;
    window.dataset.question = questionOf(window);
    form.target = addFrame(window).name;
  });
  page.querySelector(".sheet-head > a")?.addEventListener("click", (event) => {
    event.preventDefault();
    window.close();
  });
  // A window hears no key that is pressed in its frame.
  page.addEventListener("keydown", ({ key, isComposing }) => key === "Escape" && !isComposing && window.close());
  return true;
}
