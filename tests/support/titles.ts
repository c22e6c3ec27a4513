import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./root";

const TESTS = new Set(["test", "it", "cheat"]);
const ESCAPED = /[.*+?^${}()|[\]\\]/g;
/** What Vitest fills in: `%s`, `$id`. */
const FILLED = /%[sdifjo]|\\\$\w+(?:\\\.\w+)*/g;

/** `test`, `test.each(…)`, `test.only`: the name at the beginning. */
function nameOf(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee))
    return nameOf(ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression);
  return null;
}

/** The titles that a title in the source can become. */
function patternOf(title: ts.Expression | undefined): RegExp | null {
  if (!title) return null;
  const plain = (text: string) => text.replace(ESCAPED, "\\$&").replace(FILLED, ".*");
  if (ts.isStringLiteralLike(title)) return new RegExp(`^${plain(title.text)}$`, "s");
  if (!ts.isTemplateExpression(title)) return null;
  const rest = title.templateSpans.map(({ literal }) => `.*${plain(literal.text)}`).join("");
  return new RegExp(`^${plain(title.head.text)}${rest}$`, "s");
}

const known = new Map<string, RegExp[]>();

function titlesIn(path: string): RegExp[] {
  const found: RegExp[] = [];
  const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && TESTS.has(nameOf(node.expression) ?? "")) {
      const pattern = patternOf(node.arguments[0]);
      // A title that is filled in whole could be anything.
      if (pattern && !/^\^(?:\.\*|\W)*\$$/.test(pattern.source)) found.push(pattern);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a test with this title is in the file: `path: title`. A title that is filled in may be any that fits. */
export function hasTest(named: string): boolean {
  const [path = "", title = ""] = named.split(/: (.*)/s);
  if (!existsSync(join(root, path))) return false;
  const patterns = known.get(path) ?? titlesIn(path);
  known.set(path, patterns);
  return patterns.some(
    (pattern) => pattern.test(title) || pattern.test(`${title} @main`) || pattern.test(`${title} @la`),
  );
}
