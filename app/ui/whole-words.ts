import { compounds } from "../../locales/compounds";

/** Elements whose text is shown elsewhere, or may contain no other element; tags; and texts. */
const PARTS = /<(script|style|title|textarea|option|svg)\b[^]*?<\/\1>|<[^>]*>|[^<]+/g;

const THAI_OR_LAO = /[\u0e00-\u0eff]/;

// Of two words that begin alike the longer one is found.
const ANY = Object.values(compounds)
  .flat()
  .sort((one, other) => other.length - one.length)
  .join("|");
const WORDS = new RegExp(ANY, "g");
const WORD = new RegExp(`^(?:${ANY})$`);

const KNOWN_MAX = 5_000;
const known = new Map<string, string>();
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * Marks the words of a rendered page that a line must not break. Thai and Lao have no spaces, and a browser breaks lines
 * by its own dictionary, which differs between browsers and does not know every word.
 * @param html as React renders it: no `>` in attributes
 */
export const keepWordsWhole = (html: string): string =>
  html.replace(PARTS, (part) => (part.startsWith("<") || !THAI_OR_LAO.test(part) ? part : kept(part)));

/** Most texts are on many pages. */
function kept(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  // A part of a string keeps the whole of it in memory: here, the page.
  const own = decoder.decode(encoder.encode(text));
  const now = joined(own);
  known.set(own, now);
  return now;
}

function joined(text: string): string {
  const marked = text.replace(WORDS, '<span class="w">$&</span>');
  // In a flex container each piece of a text would become an item of its own.
  return marked === text || WORD.test(text) ? marked : `<span>${marked}</span>`;
}
