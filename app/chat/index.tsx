/** The script of the chat's page: the only one with React in the browser. The page works without it. */
import { createRoot } from "react-dom/client";
import { Island } from "./island";
import { readPage } from "./talk";

const log = document.querySelector<HTMLElement>("[data-chat]");
const composer = document.querySelector<HTMLFormElement>("form.composer");
const base = composer && new URL(composer.action).pathname;

/** Takes the page over once everything is here; until then, and if that fails, the page is the server's. */
async function takeOver() {
  if (!log || !composer || !base) return;
  const first = await readPage(base);
  // What came since is seen as it comes.
  const seen = log.dataset.seen === undefined ? null : Number(log.dataset.seen);
  const hasFresh = seen !== null && first.messages.some(({ from, at }) => from === "other" && (at || 0) > seen);
  createRoot(log).render(<Island base={base} first={first} seenUntil={hasFresh ? seen : null} composer={composer} />);
}

takeOver().catch(() => undefined);
