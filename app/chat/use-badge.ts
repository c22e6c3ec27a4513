import { useEffect, useRef } from "react";
import type { Message } from "~/lib/chat-message";
import { messageIcons } from "~/ui/message-icons";
import { trusted } from "~/ui/trusted";

const ICON = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${messageIcons.contact}</svg>`;

/**
 * While the window over another page is closed, that page says how much support has written since, as `UnreadMessages`
 * does when a page is opened.
 * @param name what a screen reader says of it; `{}` is the number
 */
export function useBadge(messages: readonly Message[], isSeen: boolean, href: string, name: string) {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (isSeen || !frameElement) {
      last.current = null;
      return;
    }
    last.current ??= messages.at(-1)?.key ?? "";
    const since = messages.slice(messages.findIndex(({ key }) => key === last.current) + 1);
    const count = String(since.filter(({ from }) => from === "other").length);
    if (count !== "0") show(parent.document, href, name.replace("{}", count), count);
  }, [messages, isSeen, href, name]);
}

/** In place of the page's own badge, or where that would be. */
function show(page: Document, href: string, name: string, count: string) {
  const badge = Object.assign(document.createElement("a"), { className: "icon-button", href });
  badge.dataset.width = "auto";
  badge.setAttribute("aria-label", name);
  badge.innerHTML = trusted(ICON + count);
  const known = page.querySelector(`.icon-button[href="${href}"]`);
  const menu = page.querySelector(".menu")?.closest(".topbar-actions > *, .sheet-head > *");
  if (known) known.replaceWith(badge);
  else if (menu) menu.before(badge);
  else page.querySelector(".sheet-head")?.append(badge);
}
