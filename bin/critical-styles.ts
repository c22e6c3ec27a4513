/**
 * The part of the stylesheet that a page can need, whatever its state: a rule is left out when it asks for something that
 * no string in the page's code holds. Why so: docs/decisions/critical-styles.md.
 */
import postcss, { type Container, type Root } from "postcss";
import selectorParser, { type Selector } from "postcss-selector-parser";

/** Attributes whose values come with the data, so that no code names them all. */
const VALUES_FROM_DATA = ["data-bank", "data-art"];

/** Attributes that no code has to name: `open` is set by the browser, and React writes `class` as `className`. */
const ALWAYS_THERE = ["open", "class"];

/** What a page of these words (see `page-words.ts`) can need of `sheet`; `strange` is as in `PageStyles`. */
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
 * What an element and those around it must be for a selector to match, once for each way to match (`:is()`): tags (`<td`),
 * classes (`class=card`), attributes (`data-tone`) and values (`data-tone=good`). What a pseudo-class says may become true at any time.
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

/** A class has to be written as one; a value may stand in any string. */
const holds = (words: ReadonlySet<string>, need: string) =>
  words.has(need.startsWith("class=") ? need : need.slice(need.indexOf("=") + 1));

/** Tags and names of attributes are always written in the code of a page; classes and values might come with its data. */
const comesWithData = (need: string) => need.includes("=");

/** Takes out what no rule that is left refers to: custom properties, keyframes, and blocks that are empty now. */
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

/** Values of custom properties are kept by minifiers as they were written. */
function compact(root: Root): string {
  root.walkDecls(/^--/, (declaration) => {
    declaration.value = declaration.value.trim().replace(/\s+/g, " ");
  });
  return root.toString();
}
