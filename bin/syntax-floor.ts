/**
 * Finds syntax and functions in the client script that the oldest supported browsers (Chrome 64, Safari 12) lack. One
 * `??` would stop the whole script there, so the build fails.
 */
import { parseAst } from "vite";

/** The oldest browsers that run the script. In older ones the pages work without it. */
export const TARGET = ["chrome64", "safari12"];

const version = (major: number) => major << 16;

/** The oldest browsers in which pages look right, as Lightning CSS writes versions. */
export const STYLE_TARGETS = { chrome: version(80), safari: version(12), ios_saf: version(12) };

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const SYNTAX: Record<string, (node: Node) => boolean> = {
  "??": (node) => node.type === "LogicalExpression" && node.operator === "??",
  "logical assignment": (node) =>
    node.type === "AssignmentExpression" && /^(\?\?|\|\||&&)=$/.test(String(node.operator)),
  "?.": (node) => node.type === "ChainExpression",
  "class field": (node) => node.type === "PropertyDefinition" || node.type === "StaticBlock",
  "private name": (node) => node.type === "PrivateIdentifier",
  bigint: (node) => node.type === "Literal" && typeof node.bigint === "string",
  "catch without a binding": (node) => node.type === "CatchClause" && node.param === null,
  "await at top level": (node) =>
    node.type === "ExpressionStatement" &&
    (node.expression as Node).type === "AwaitExpression" &&
    node.topLevel === true,
  "newer regular expression": (node) =>
    node.type === "Literal" &&
    isRegex(node.regex) &&
    (/\(\?<[=!\w]|\\p\{/.test(node.regex.pattern) || /[sdv]/.test(node.regex.flags)),
};

const NEWER_GLOBALS = new Set([
  "structuredClone",
  "queueMicrotask",
  "globalThis",
  "BigInt",
  "WeakRef",
  "AggregateError",
]);
const NEWER_METHODS = new Set([
  ...["at", "flat", "flatMap", "replaceAll", "matchAll", "fromEntries", "allSettled", "any", "hasOwn", "randomUUID"],
  ...["replaceChildren", "requestSubmit", "toSorted", "findLast", "trimStart", "trimEnd", "showPicker"],
]);

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === "object" && value !== null && "pattern" in value;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/**
 * Lists everything in `code` (an ES module) that the oldest browsers lack, as `what at offset`.
 * A newer method is allowed if the code tests for it: `x.requestSubmit && x.requestSubmit()` or `"requestSubmit" in x`.
 */
export function aboveFloor(code: string): string[] {
  const found: string[] = [];
  const used = new Map<string, { calls: number[]; tested: boolean }>();

  const use = (name: string) => {
    const entry = used.get(name) ?? { calls: [], tested: false };
    used.set(name, entry);
    return entry;
  };

  const visit = (node: Node) => {
    for (const [what, matches] of Object.entries(SYNTAX)) if (matches(node)) found.push(`${what} at ${node.start}`);
    if (node.type === "Program") for (const child of node.body as Node[]) child.topLevel = true;
    if (node.type === "CallExpression" || node.type === "NewExpression") {
      const callee = node.callee as Node;
      const property = callee.type === "MemberExpression" ? (callee.property as Node) : callee;
      const name = String(property.name);
      const newer = callee.type === "MemberExpression" ? NEWER_METHODS : NEWER_GLOBALS;
      if (property.type === "Identifier" && newer.has(name)) use(name).calls.push(node.start);
    }
    if (node.type === "BinaryExpression" && node.operator === "in")
      use(String((node.left as Node).value)).tested = true;
    if (node.type === "LogicalExpression" || node.type === "IfStatement" || node.type === "ConditionalExpression") {
      const test = (node.type === "LogicalExpression" ? node.left : node.test) as Node;
      if (test.type === "MemberExpression") use(String((test.property as Node).name)).tested = true;
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(code) as unknown as Node);

  for (const [name, { calls, tested }] of used) if (!tested) found.push(...calls.map((at) => `${name}() at ${at}`));
  return found;
}
