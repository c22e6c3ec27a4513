/** The script of the chat's page: the only one with React in the browser. The page works without it. */
import { takeOverGuest } from "./guest-id";
import { openEarly } from "./line";
import { readPage } from "./talk";

const log = document.querySelector<HTMLElement>("[data-chat]");
const composer = document.querySelector<HTMLFormElement>("form.composer");
// Who has scrolled before the script was here reads something else than the newest message, even at the very top.
let hasScrolled = false;
addEventListener("scroll", () => (hasScrolled = true), { once: true, passive: true });

/** Takes the page over once everything is here; until then, and if that fails, the page is the server's. */
async function takeOver(log: HTMLElement, composer: HTMLFormElement) {
  const base = new URL(composer.action).pathname;
  const token = composer.elements.namedItem("_t") as HTMLInputElement;
  // React is most of the script. What does not need it begins before.
  if (log.dataset.chat === "socket") openEarly(token.value);
  const place = { base, token: token.value };
  const read = async () => {
    if (base === "/chat") await takeOverGuest(place);
    return readPage(place);
  };
  const [{ show }, first] = await Promise.all([import("./show"), read()]);
  // What came since is seen as it comes.
  const seen = log.dataset.seen === undefined ? null : Number(log.dataset.seen);
  const hasFresh = seen !== null && first.messages.some(({ from, order }) => from === "other" && order > seen);
  show(log, { base, first, seenUntil: hasFresh ? seen : null, composer, hasScrolled });
}

if (log && composer) takeOver(log, composer).catch(() => undefined);
