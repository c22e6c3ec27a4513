const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", "#39": "'" };

/** The operator's contact text without its markup: paragraphs and line breaks become lines. */
export const plainLines = (html: string) =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** A link that may be followed, or null: the operator's text decides where it leads, never what it does. */
export const safeLink = (link: string) => (URL.canParse(link) && new URL(link).protocol === "https:" ? link : null);
