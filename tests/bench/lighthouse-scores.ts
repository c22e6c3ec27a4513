export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The part of Lighthouse's report that is used. Scores are from 0 to 1; null where Lighthouse could not measure. */
export interface Report {
  finalDisplayedUrl: string;
  /** How fast Lighthouse found this machine. */
  environment: { benchmarkIndex: number };
  categories: Partial<Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>>;
  audits: Record<string, Audit>;
}

interface Audit {
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
  errorMessage?: string;
  details?: { items?: { node?: { selector: string }; description?: string }[] };
}

/** What costs points by intent, as a line of `costs`; the score stays what it is. */
const INTENDED: Record<string, RegExp[]> = {
  // These pages stand in for others, and search engines are told not to list them.
  "/chat/file": [/^seo: (is-crawlable|meta-description) · 0$/],
  "/offline": [/^seo: (is-crawlable|meta-description) · 0$/],
  "/terminated": [
    /^seo: (is-crawlable|meta-description|http-status-code) · 0( · 410)?$/,
    /^best-practices: errors-in-console · 0 · [^·]* a status of 410 \(Gone\)$/,
  ],
};

export interface Verdict {
  /** From 0 to 100; null if it could not be measured. */
  score: number | null;
  /** What costs points, a line each, first what is by intent. */
  intended: string[];
  faults: string[];
}

/**
 * Judges a page by several measurements. Performance differs between them by chance, so its median counts; of the other
 * categories the worst counts.
 */
export function verdictOf(pattern: string, reports: readonly Report[], category: Category): Verdict {
  const scoreOf = ({ categories }: Report) => categories[category]?.score ?? null;
  const ranked = [...reports].sort((a, b) => (scoreOf(a) ?? -1) - (scoreOf(b) ?? -1));
  const found = ranked[category === "performance" ? Math.floor((ranked.length - 1) / 2) : 0]!;
  const score = scoreOf(found);
  if (score === 1) return { score: 100, intended: [], faults: [] };
  const reasons = costs(found, category);
  const isIntended = (reason: string) => INTENDED[pattern]?.some((one) => one.test(reason)) ?? false;
  const faults = reasons.filter((reason) => !isIntended(reason));
  if (score === null || reasons.length === 0)
    faults.push(`${category}: no full score, for no reason that Lighthouse names`);
  return { score: score === null ? null : Math.round(score * 100), intended: reasons.filter(isIntended), faults };
}

/** The audits that cost points, each with its score and the elements or messages at fault. */
function costs({ categories, audits }: Report, category: Category): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score, scoreDisplayMode, displayValue, errorMessage, details } = audits[id]!;
    const isPassed = score === 1 || (score === null && scoreDisplayMode !== "error");
    if (weight === 0 || isPassed) return [];
    const places = details?.items?.flatMap(({ node, description }) => node?.selector ?? description ?? []) ?? [];
    const parts = [`${category}: ${id}`, String(score ?? "error"), displayValue ?? errorMessage, ...places];
    return [parts.filter(Boolean).join(" · ")];
  });
}
