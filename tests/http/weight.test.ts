/** The transferred bytes of every page of the built product in three languages, checked against limits. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages, matches } from "../support/pages";
import { startProduct, type Product } from "../support/product";
import { Visitor, type Answer } from "../support/visitor";
import { walk } from "../support/walk";
import { assetsOf, BUDGET, chatFilesOf, hasWheel, isOverview, weigh, type Weight } from "../support/weight";

/** Statuses of the pages; /terminated has 410. */
const PAGES = [200, 410];

const LANGUAGES = ["th", "la", "en"];

interface Row extends Weight {
  pattern: string;
  language: string;
}

const rows: Row[] = [];
let patterns: string[];
let script: number;
/** The chat's own script. */
let chat = 0;
let stylesheet: number;
let product: Product;

async function weighPage(page: Answer, language: string, known: Map<string, string>) {
  const pattern = patterns.find((one) => matches(one, page.path));
  if (!PAGES.includes(page.status) || !pattern) return;
  rows.push({ pattern, language, ...(await weigh(product.url, page, known)) });
}

beforeAll(async () => {
  patterns = await builtPages();
  product = await startProduct();
  const visitor = new Visitor(product.url);
  const assets = assetsOf((await visitor.get("/login")).text);
  const before = new Set(visitor.cookies.keys());
  stylesheet = (await visitor.get(assets.sheet)).bodyBytes;
  script = (await visitor.get(assets.script)).bodyBytes;
  for (const file of chatFilesOf((await visitor.get("/chat")).text)) chat += (await visitor.get(file)).bodyBytes;
  const known = new Map([...visitor.cookies].filter(([name]) => !before.has(name)));
  expect(known.size, "the stylesheet sets a cookie").toBe(1);
  for (const [index, language] of LANGUAGES.entries()) {
    await walk(product, { patterns, language, phone: `081555000${index}` }, (page) => weighPage(page, language, known));
  }
}, 180_000);

afterAll(async () => {
  console.log(table());
  await product?.stop();
});

/** The largest of the three languages for each page, as a table for docs/measurements.md. */
function table(): string {
  const heaviest = (pattern: string, key: "first" | "later") =>
    Math.max(...rows.filter((row) => row.pattern === pattern).map((row) => row[key]));
  const weighed = patterns.filter((pattern) => rows.some((row) => row.pattern === pattern));
  return [
    "| page | first visit | later visits |",
    "| --- | ---: | ---: |",
    ...weighed.map((pattern) => `| \`${pattern}\` | ${heaviest(pattern, "first")} | ${heaviest(pattern, "later")} |`),
    `| script | ${script} | 0 |`,
    `| the chat's script, while it is open | ${chat} | 0 |`,
    `| stylesheet | in the page | ${stylesheet}, once |`,
  ].join("\n");
}

/** Rows that break a rule. */
const offenders = (breaks: (row: Row) => boolean) => rows.filter(breaks);

describe("weight of pages", () => {
  test("every page is measured in every language", () => {
    const missing = patterns.flatMap((pattern) =>
      LANGUAGES.filter((language) => !rows.some((row) => row.pattern === pattern && row.language === language)).map(
        (language) => `${pattern} (${language})`,
      ),
    );
    expect(missing).toEqual([]);
  });

  test("a first visit fits in one round trip", () => {
    const budget = (pattern: string) => (hasWheel(pattern) ? BUDGET.wheel : BUDGET.first);
    expect(offenders(({ pattern, first }) => first > budget(pattern))).toEqual([]);
  });

  test("a later visit is small", () => {
    const budget = (pattern: string) => (isOverview(pattern) ? BUDGET.laterOverview : BUDGET.later);
    expect(offenders(({ pattern, later }) => later > budget(pattern))).toEqual([]);
  });

  test("a page can be used after one request", () => expect(offenders(({ blocking }) => blocking > 1)).toEqual([]));

  test("nothing is loaded from other origins", () =>
    expect(offenders(({ foreign }) => foreign.length > 0)).toEqual([]));

  test("script and stylesheet are small", () => {
    expect(script).toBeLessThanOrEqual(BUDGET.script);
    expect(script + chat).toBeLessThanOrEqual(BUDGET.chat);
    expect(stylesheet).toBeLessThanOrEqual(BUDGET.stylesheet);
  });
});
