import type { Markup } from "../../server/context";

/** What clean markup still writes as entities. */
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The text lines of clean HTML from the operator, without markup: one for each paragraph, line break and table row. */
export const plainLines = (html: Markup) =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/g, "\n")
    .replace(/<\/t[dh]>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
