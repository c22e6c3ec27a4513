import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "./root";

/** A TypeScript source file, with its path from the root. */
export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

export interface Import {
  /** Path from the root for own files (`app/lib/money.ts`), else the specifier (`dayjs`, `node:fs`). */
  target: string;
  /** Removed by the compiler, so nothing is imported at run time. */
  typeOnly: boolean;
}

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const cache = ts.createModuleResolutionCache(root, (name) => name, options);

/** All TypeScript files below the given paths. */
export function sources(...paths: string[]): Source[] {
  return paths.flatMap((path) => (/\.tsx?$/.test(path) ? [path] : filesIn(path))).map(readSource);
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

const readSource = (path: string): Source => parseSource(path, readFileSync(join(root, path), "utf8"));

/** Parses a text as the source of this path, and finds every import in it, also dynamic ones and types. */
export function parseSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier))
      imports.push({ target: resolve(path, specifier.text), typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      add(node.moduleReference.expression, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, text, lines: text.trimEnd().split("\n").length, imports };
}

/** `import type …`, and imports that contain only types. */
function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const names = importClause.namedBindings;
  if (importClause.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

/** `import(…)`, `require(…)`, `require.resolve(…)`. */
function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  const name = ts.isPropertyAccessExpression(callee) && callee.name.text === "resolve" ? callee.expression : callee;
  return ts.isIdentifier(name) && name.text === "require";
}

/** Resolves like the compiler: with the paths of tsconfig, extensions and index files. */
function resolve(from: string, specifier: string): string {
  const found = ts.resolveModuleName(specifier, join(root, from), options, ts.sys, cache).resolvedModule;
  if (!found || found.isExternalLibraryImport || found.resolvedFileName.includes("node_modules")) return specifier;
  return relative(root, found.resolvedFileName);
}

/**
 * Everything that a file imports at run time, directly or not, including itself: own files by path, packages by
 * specifier.
 */
export function closure(path: string, all: ReadonlyMap<string, Source>): Set<string> {
  const reached = new Set<string>();
  const follow = (target: string) => {
    if (reached.has(target)) return;
    reached.add(target);
    for (const one of all.get(target)?.imports ?? []) if (!one.typeOnly) follow(one.target);
  };
  follow(path);
  return reached;
}

/** Groups of files with circular imports, including types. */
export function circles(all: ReadonlyMap<string, Source>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string) => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const { target } of all.get(path)!.imports) {
      if (!all.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1 || all.get(path)!.imports.some(({ target }) => target === path)) found.push(group);
  };
  for (const path of all.keys()) if (!index.has(path)) visit(path);
  return found;
}
