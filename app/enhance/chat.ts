const LINKS = 'a[href^="/chat"],a[href^="/user/chat"]';

/** Links open the chat over the page, except in the chat itself and on its page for files. */
export function openChat() {
  // The step of an open window outlives it: on a page that was loaded anew, Back would do nothing once.
  if (history.state === "chat") history.back();
  if (self.HTMLDialogElement && !location.pathname.includes("/chat")) addEventListener("click", openOver);
}

function openOver(event: MouseEvent) {
  const link = (event.target as Element).closest<HTMLAnchorElement>(LINKS);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import("./chat-window").then(
    ({ openWindow }) => openWindow(link),
    () => (location.href = link.href),
  );
}
