import sanitize from "sanitize-html";
import type { Markup } from "../context";

/** What operators need for terms, notices and banners. None of it can look like a part of the app, or cover one. */
export const MARKUP_TAGS = [
  ...["p", "div", "br", "hr", "b", "strong", "i", "em", "s", "small", "sub", "sup", "ul", "ol", "li", "h2", "h3", "h4"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "a", "img"],
];

/** Blocks that become a `div`: without one, their texts would run together. */
const BLOCKS = ["address", "article", "aside", "blockquote", "center", "footer", "header", "main", "pre", "section"];
const LEVELS = ["h1", "h2", "h3", "h4", "h5", "h6"];

/** Elements that lose their text, too: what is in them is no text, or another namespace. */
const WITHOUT_TEXT = [
  ...[
    "script",
    "style",
    "title",
    "textarea",
    "option",
    "select",
    "xmp",
    "plaintext",
    "template",
    "noscript",
    "noembed",
  ],
  ...["noframes", "iframe", "object", "svg", "math", "head"],
];

/** No text of an operator is as long; what is longer would hold up the other pages. */
const LONGEST = 50_000;
const DEEPEST = 12;

/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const OWN_ORIGIN = "https://own.invalid";
const OWN_PATH = /^\/(?![/\\])/;
const PHONE = /^tel:\+?[\d().-]+$/;

/** Where a link may lead: an https page, a phone number, or a path of this site; null: nowhere. */
function targetOf(href: string): string | null {
  if (PHONE.test(href)) return href;
  if (!URL.canParse(href, OWN_ORIGIN)) return null;
  const { origin, protocol, username, password, pathname, search, hash, href: whole } = new URL(href, OWN_ORIGIN);
  if (origin === OWN_ORIGIN) {
    const path = pathname + search + hash;
    return OWN_PATH.test(href) && OWN_PATH.test(path) ? path : null;
  }
  return protocol === "https:" && username + password === "" ? whole : null;
}

function link(tagName: string, { href = "" }: sanitize.Attributes): sanitize.Tag {
  const target = targetOf(href.trim());
  if (target === null) return { tagName, attribs: {} };
  return { tagName, attribs: { href: target, ...(!target.startsWith("/") && { rel: "noopener noreferrer" }) } };
}

function picture(tagName: string, { src = "", alt = "", width, height }: sanitize.Attributes): sanitize.Tag {
  const address = targetOf(src.trim());
  if (!address?.startsWith("https:")) return { tagName, attribs: {} };
  return { tagName, attribs: { src: address, alt, ...numbers({ width, height }), loading: "lazy" } };
}

const cell = (tagName: string, { colspan, rowspan }: sanitize.Attributes): sanitize.Tag => ({
  tagName,
  attribs: numbers({ colspan, rowspan }),
});

const numbers = (values: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => /^\d{1,4}$/.test(value ?? "")),
  ) as sanitize.Attributes;

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...MARKUP_TAGS, ...BLOCKS, ...LEVELS],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["colspan", "rowspan"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["https", "tel"],
  allowProtocolRelative: false,
  nonTextTags: WITHOUT_TEXT,
  nestingLimit: DEEPEST,
  parseStyleAttributes: false,
  // They must not rename tags: sanitize-html would close a later element by the new name if this one is left out.
  transformTags: { a: link, img: picture, th: cell, td: cell },
};

const leadsNowhere = ({ tag, attribs }: sanitize.IFrame) => (tag === "a" && !attribs.href ? "excludeTag" : false);

/**
 * Makes HTML of the operator safe to show: see docs/decisions/operator-markup.md.
 * @param imageHosts as in the setting IMAGE_HOSTS. The policy of the page decides between them; if there are none,
 * pictures are left out
 */
export function cleanMarkup(html: string, imageHosts: readonly string[]): Markup {
  const clean = sanitize(html.slice(0, LONGEST).replace(UNSEEN, ""), {
    ...OPTIONS,
    exclusiveFilter: (frame) =>
      frame.tag === "img" ? imageHosts.length === 0 || !frame.attribs.src : leadsNowhere(frame),
  });
  return renamed(clean).trim() as Markup;
}

/** Headings follow the title of the page, whatever their levels: the highest is `h2`. A wide table scrolls in a box. */
function renamed(clean: string): string {
  const levels = LEVELS.filter((level) => clean.includes(`<${level}>`));
  // All tags but links, pictures and cells are without attributes now.
  return clean.replace(/<(\/?)(\w+)>/g, (tag, slash: string, name: string) => {
    if (BLOCKS.includes(name)) return `<${slash}div>`;
    if (LEVELS.includes(name)) return `<${slash}h${Math.min(levels.indexOf(name), 2) + 2}>`;
    if (name === "table") return slash ? "</table></div>" : '<div tabindex="0"><table>';
    return tag;
  });
}
