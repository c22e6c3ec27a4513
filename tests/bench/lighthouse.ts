/**
 * `npm run bench:lighthouse [-- [--quick] [--language th|la|en] [PATTERN ...]]`: Lighthouse's scores for the pages of the
 * built product, as on a phone with a simulated slow network and processor; without patterns (`/user/receipt/:id`) for
 * all pages. Fails if a score is below 100 for a reason that is not intended, and lists all reasons.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { builtPages, matches } from "../support/pages";
import { startProduct } from "../support/product";
import type { Answer } from "../support/visitor";
import { walk } from "../support/walk";
import { lighthouse } from "./lighthouse-page";
import { CATEGORIES, verdictOf, type Category, type Report } from "./lighthouse-scores";
import { row } from "./resources";

const { values, positionals } = parseArgs({
  options: { language: { type: "string", default: "th" }, quick: { type: "boolean", default: false } },
  allowPositionals: true,
});
const RUNS = values.quick ? 1 : 3;
/** Search engines cannot open the member area, and its speed depends on the operator. */
const MEMBER: readonly Category[] = ["accessibility", "best-practices"];

const patterns = await builtPages();
const wanted = new Set(positionals.length > 0 ? positionals : patterns);
const notes: string[] = [];
let faults = 0;

const product = await startProduct({ env: { LOOKUP_CACHE_S: "60" } });

/** Measures each page once, while the product is in the state that led to it. */
async function measure(page: Answer) {
  const pattern = patterns.find((one) => matches(one, page.path));
  if (!pattern || ![200, 410].includes(page.status) || !wanted.delete(pattern)) return;
  const categories = pattern.startsWith("/user/") ? MEMBER : CATEGORIES;
  const reports: Report[] = [];
  for (let count = categories === MEMBER ? 1 : RUNS; count > 0; count -= 1)
    reports.push(await lighthouse(product.url, page, categories));
  const cells = CATEGORIES.map((category) => {
    if (!categories.includes(category)) return "";
    const verdict = verdictOf(pattern, reports, category);
    notes.push(...verdict.faults.map((reason) => `- ${pattern}: ${reason}`));
    notes.push(...verdict.intended.map((reason) => `- ${pattern}, by intent: ${reason}`));
    faults += verdict.faults.length;
    return verdict.score ?? "error";
  });
  const speeds = reports.map(({ environment }) => Math.round(environment.benchmarkIndex));
  row([`\`${pattern}\``, ...cells, Math.min(...speeds)]);
}

try {
  console.log(`Language ${values.language}, performance is the median of ${RUNS}, load ${loadavg()[0]!.toFixed(1)}\n`);
  row(["page", "performance", "accessibility", "best practices", "SEO", "machine"]);
  row(["---", "---:", "---:", "---:", "---:", "---:"]);
  await walk(product, { patterns, language: values.language, phone: "0815550010" }, measure);
} finally {
  await product.stop();
}
notes.push(...[...wanted].map((pattern) => `- ${pattern} was not reached`));
console.log(`\n${notes.join("\n")}`);
if (faults > 0 || wanted.size > 0) process.exitCode = 1;
