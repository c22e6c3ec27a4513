/**
 * Makes the critical styles of a page: the part of the stylesheet that it can need in any state. A rule is left out if
 * it needs something that no string in the page's code contains. Reasons: docs/decisions/critical-styles.md.
 */
import postcss, { type Container, type Root } from "postcss";
import selectorParser, { type Selector } from "postcss-selector-parser";

/** Attributes whose values come with the data, so the code does not contain them all. */
const VALUES_FROM_DATA = ["data-bank", "data-art"];

/** Attributes that the code need not contain: the browser sets `open`, and React writes `class` as `className`. */
const ALWAYS_THERE = ["open", "class"];

/** The part of `sheet` that a page with these words (see `page-words.ts`) can need. `strange` as in `PageStyles`. */
export function criticalStyles(sheet: string, words: ReadonlySet<string>): { css: string; strange: string[] } {
  const root = postcss.parse(sheet);
  const strange = new Set<string>();
  root.walkRules((rule) => {
    if (isKeyframe(rule.parent)) return;
    const kept = rule.selectors.filter((selector) => {
      const missing = alternatives(selector).map((needs) => needs.filter((need) => !holds(words, need)));
      if (missing.some((needs) => needs.length === 0)) return true;
      for (const need of missing.flat()) if (comesWithData(need)) strange.add(need);
      return false;
    });
    if (kept.length > 0) rule.selectors = kept;
    else rule.remove();
  });
  while (dropUnused(root));
  return { css: compact(root), strange: [...strange].sort() };
}

const isKeyframe = (parent: unknown) => /keyframes$/.test((parent as { name?: string } | undefined)?.name ?? "");

/**
 * What an element and its surroundings need for a selector to match, one list for each alternative of `:is()`: tags
 * (`<td`), classes (`class=card`), attributes (`data-tone`) and values (`data-tone=good`). Other pseudo-classes need
 * nothing, because they can become true at any time.
 */
function alternatives(selector: string): string[][] {
  const [parsed] = selectorParser().astSync(selector).nodes;
  return waysOf(parsed!);
}

function waysOf(selector: Selector): string[][] {
  let ways: string[][] = [[]];
  for (const node of selector.nodes) {
    if (node.type === "class") ways = ways.map((way) => [...way, `class=${node.value}`]);
    if (node.type === "tag") ways = ways.map((way) => [...way, `<${node.value}`]);
    if (node.type === "attribute" && !ALWAYS_THERE.includes(node.attribute)) {
      const exact = node.operator === "=" && !VALUES_FROM_DATA.includes(node.attribute);
      const needs = exact ? [node.attribute, `${node.attribute}=${node.value}`] : [node.attribute];
      ways = ways.map((way) => [...way, ...needs]);
    }
    if (node.type === "pseudo" && /^:(is|where|has)$/.test(node.value)) {
      const inner = node.nodes.flatMap(waysOf);
      ways = ways.flatMap((way) => inner.map((more) => [...way, ...more]));
    }
  }
  return ways;
}

/** A class must appear as a class, a value in any string. */
const holds = (words: ReadonlySet<string>, need: string) =>
  words.has(need.startsWith("class=") ? need : need.slice(need.indexOf("=") + 1));

/** The code of a page always contains its tags and attribute names. Classes and values can come with the data. */
const comesWithData = (need: string) => need.includes("=");

/** Removes unused custom properties, unused keyframes and empty blocks. @returns whether it removed any */
function dropUnused(root: Root): boolean {
  const text = root.toString();
  let dropped = false;
  const drop = (node: { remove(): unknown }) => {
    node.remove();
    dropped = true;
  };
  root.walkDecls(/^--/, (declaration) => {
    if (!text.includes(`var(${declaration.prop}`)) drop(declaration);
  });
  root.walkAtRules((rule) => {
    const named = { keyframes: /animation(-name)?:[^;}]*/g, property: /var\([^)]*/g }[rule.name];
    if (named && !(text.match(named) ?? []).some((use) => use.split(/[^\w-]+/).includes(rule.params))) drop(rule);
  });
  const empty: Container[] = [];
  root.walk((node) => {
    if ("nodes" in node && node.nodes?.length === 0) empty.push(node as Container);
  });
  empty.forEach(drop);
  return dropped;
}

/** Minifiers do not change the values of custom properties. */
function compact(root: Root): string {
  root.walkDecls(/^--/, (declaration) => {
    declaration.value = declaration.value.trim().replace(/\s+/g, " ");
  });
  return root.toString();
}
