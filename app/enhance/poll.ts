/**
 * A page that waits (`data-poll`: seconds between questions) is loaded again when its state (`data-state`) is another one.
 * It asks less and less often, and not while nobody looks.
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
        if (answer.redirected || state !== node.dataset.state) return location.reload();
      } catch {
        // The network is away: ask again later.
      }
    }
    wait = Math.min(wait * 1.2, 30_000);
    setTimeout(ask, wait);
  };
  setTimeout(ask, wait);
}

/** The state in the tag that polls. Read as text: a parser would need markup to be trusted. */
const stateIn = (html: string) => /data-state="([^"]*)"/.exec(/<[^>]*\sdata-poll=[^>]*>/.exec(html)?.[0] ?? "")?.[1];
