const LINKS = 'a[href^="/chat"],a[href^="/user/chat"]';

/** Loads the chat's own script where there is a conversation (`data-chat`: its address); elsewhere, links open it over the page. */
export function openChat() {
  const { chat } = document.querySelector<HTMLElement>("[data-chat]")?.dataset || {};
  if (chat) void import(chat);
  else if (self.HTMLDialogElement && !location.pathname.endsWith("/chat")) addEventListener("click", openOver);
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
