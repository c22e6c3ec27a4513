const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", "#39": "'" };

/** The text lines of HTML from the operator, without markup: one for each paragraph and line break. */
export const plainLines = (html: string) =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
