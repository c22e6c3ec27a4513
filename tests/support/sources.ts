import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { root } from "./root";

/** A TypeScript source file of the product, its path from the root. */
export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

export interface Import {
  /** Path from the root without extension for own files, else the package's name. */
  target: string;
  /** Erased when compiled: nothing of it is there at run time. */
  typeOnly: boolean;
}

/** All TypeScript files below the given paths. */
export function sources(...paths: string[]): Source[] {
  return paths.flatMap((path) => (path.endsWith(".ts") ? [path] : list(path))).map(readSource);
}

const list = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier))
      imports.push({ target: locate(path, specifier.text), typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, text, lines: text.trimEnd().split("\n").length, imports };
}

/** `~/lib/money` and `../lib/money` → `app/lib/money`. */
function locate(from: string, specifier: string): string {
  if (specifier.startsWith("~/")) return `app/${specifier.slice(2)}`;
  if (!specifier.startsWith(".")) return specifier;
  return relative(root, resolve(root, dirname(from), specifier)).replace(/\.tsx?$/, "");
}
