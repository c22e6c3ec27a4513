import { reload } from "./reload";

/**
 * Polls a waiting page (`data-poll`: seconds between requests) and reloads it when its state (`data-state`) changes.
 * The interval grows up to 30 seconds; hidden pages are not polled.
 */
export function poll() {
  const node = document.querySelector<HTMLElement>("[data-poll]");
  if (!node) return;
  let wait = Number(node.dataset.poll) * 1000;
  const ask = async () => {
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch(location.href, { cache: "no-store" });
        const state = stateIn(await answer.text());
        if (answer.redirected || state !== node.dataset.state) return reload();
      } catch {
        // No network: try again later.
      }
    }
    wait = Math.min(wait * 1.2, 30_000);
    setTimeout(ask, wait);
  };
  setTimeout(ask, wait);
}

/** The `data-state` of the polling element, read with regular expressions, so that no HTML needs to be parsed. */
const stateIn = (html: string) => /data-state="([^"]*)"/.exec(/<[^>]*\sdata-poll=[^>]*>/.exec(html)?.[0] ?? "")?.[1];
