/** Finds the words that the code of a page can put into its HTML: every word of every string. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { parseAst } from "vite";
import { MARKUP_TAGS } from "../server/pages/markup";

interface Route {
  id: string;
  parentId?: string;
  module: { default?: unknown; ErrorBoundary?: unknown };
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/**
 * The words of each page by its route id, and of error pages by `error:` and the id of the route that shows them. They
 * include the words of the layouts around the page, and of what changes the finished page: the client script and
 * `keepWordsWhole`.
 */
export async function wordsOfPages(root: string, routes: Record<string, Route>): Promise<Map<string, Set<string>>> {
  const script = wordsOf(
    await bundled(root, 'import "./app/enhance/index.ts"; export * from "./app/ui/whole-words.ts"'),
  );
  const partOf = async ({ id }: Route, part: "default" | "ErrorBoundary") =>
    wordsOf(await bundled(root, `export { ${part} } from "./${fileOf(root, id)}"`));
  const withFrames = async (route: Route): Promise<Set<string>> => {
    const frame = routes[route.parentId ?? ""];
    return new Set([
      ...(frame ? await withFrames(frame) : script),
      ...(route.module.default ? await partOf(route, "default") : []),
    ]);
  };
  const pages = new Map<string, Set<string>>();
  for (const route of Object.values(routes)) {
    const words = await withFrames(route);
    if (route.module.default) pages.set(route.id, words);
    if (route.module.ErrorBoundary)
      pages.set(`error:${route.id}`, new Set([...words, ...(await partOf(route, "ErrorBoundary"))]));
  }
  return pages;
}

function fileOf(root: string, id: string): string {
  const file = [".tsx", ".ts", "/route.tsx", "/route.ts"]
    .map((end) => `app/${id}${end}`)
    .find((path) => existsSync(join(root, path)));
  if (!file) throw new Error(`No file for the route ${id}`);
  return file;
}

/** Bundles a module with its imports from the product. Packages add no classes, and texts are not code. */
async function bundled(root: string, contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    packages: "external",
    loader: { ".json": "empty" },
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/**
 * Every word of the strings, templates and property names in `code`. Words of class names are added as `class=card`
 * too, tags as `<td`, and `dataset.copyFailed` as `data-copy-failed`.
 */
export function wordsOf(code: string): Set<string> {
  const words = new Set<string>();
  const add = (text: string, mark = "") => {
    for (const word of text.split(/[\s"<>=]+/)) words.add(mark + word).add(mark + word.toLowerCase());
  };
  const visit = (node: Node) => {
    for (const text of textsOf(node)) {
      add(text);
      for (const [, classes] of text.matchAll(/class="([^"]*)"/g)) add(classes!, "class=");
      for (const [tag] of text.matchAll(/<\w+/g)) words.add(tag);
    }
    if (node.type === "Property" && isNode(node.key) && node.key.type === "Identifier") add(String(node.key.name));
    for (const text of classesIn(node)) add(text, "class=");
    if (node.type === "CallExpression" && /^(jsxs?\d*|createElement)$/.test(nameOf(node.callee)))
      for (const tag of textsOf((node.arguments as Node[])[0]!)) words.add(`<${tag}`);
    if (node.type === "MemberExpression" && nameOf(node.object) === "dataset")
      add(`data-${nameOf(node).replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`);
    childrenOf(node).forEach(visit);
  };
  visit(parseAst(code) as unknown as Node);
  // HTML of the operator brings its tags with it.
  if (words.has("class=markup")) for (const tag of MARKUP_TAGS) words.add(`<${tag}`);
  return words;
}

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);

const textsOf = (node: Node): string[] =>
  node.type === "Literal" && typeof node.value === "string"
    ? [node.value]
    : node.type === "TemplateElement"
      ? [(node.value as { cooked: string }).cooked]
      : [];

const allTextsOf = (node: Node): string[] => [...textsOf(node), ...childrenOf(node).flatMap(allTextsOf)];

/** The name of a variable or property, or of the function in a call. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "MemberExpression") return nameOf(node.property);
  return String(node.name ?? node.value ?? "");
}

/** The strings in a `className`: of JSX, of an object, or of an assignment. */
function classesIn(node: Node): string[] {
  if (node.type === "Property" && nameOf(node.key) === "className") return allTextsOf(node.value as Node);
  if (node.type === "AssignmentExpression" && nameOf(node.left) === "className") return allTextsOf(node.right as Node);
  return [];
}
