/** Checks that `/_ui` shows every component of `app/ui`, with each value of its props. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { root } from "../support/root";

/** A prop with more values, such as an icon, needs only one example. */
const MOST_STATES = 10;

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const filesIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => join(root, folder, name));

const [parts, kit] = [filesIn("app/ui"), filesIn("app/kit")];
const program = ts.createProgram([...parts, ...kit], options);
const checker = program.getTypeChecker();

/** What the kit must show: `Button`, `Button variant=play`, `Button without variant`, `Pager last`. */
const wanted = new Set(parts.flatMap((path) => componentsOf(path).flatMap(statesOfComponent)));

function componentsOf(path: string): { name: string; props: ts.Symbol[] }[] {
  const file = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  return checker.getExportsOfModule(file).flatMap((symbol) => {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (!signature || !/^[A-Z]/.test(symbol.name)) return [];
    const [props] = signature.getParameters();
    return { name: symbol.name, props: props ? checker.getTypeOfSymbol(props).getProperties() : [] };
  });
}

function statesOfComponent({ name, props }: { name: string; props: ts.Symbol[] }): string[] {
  const own = props.filter((prop) => prop.name !== "children" && prop.declarations?.some(isOurs));
  return [
    name,
    ...own.flatMap((prop) => [
      ...statesIn(checker.getTypeOfSymbol(prop)).map((state) => `${name} ${prop.name}${state}`),
      ...(prop.flags & ts.SymbolFlags.Optional ? [`${name} without ${prop.name}`] : []),
    ]),
  ];
}

/** Whether a prop is our own, not one of React's HTML attributes. */
function isOurs(declaration: ts.Declaration): boolean {
  return !declaration.getSourceFile().fileName.includes("node_modules");
}

/**
 * `=value` for each named value of a type, or one entry for an open type. Undefined, null and `false` need no example.
 */
function statesIn(type: ts.Type): string[] {
  const types = type.isUnion() ? type.types : [type];
  const isOpen = types.some(({ flags }) => flags & ts.TypeFlags.Object) || types.length > MOST_STATES;
  if (isOpen) return [""];
  return types.flatMap((one) => {
    if (one.isStringLiteral()) return [`=${one.value}`];
    if (one.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(one) === "true" ? ["=true"] : [];
    return one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null) ? [] : [""];
  });
}

/** What these files show. */
function shownIn(files: string[]): Set<string> {
  const shown = new Set<string>();
  const look = (node: ts.Node) => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
      for (const state of statesOfElement(node)) shown.add(state);
    ts.forEachChild(node, look);
  };
  for (const path of files) look(program.getSourceFile(path)!);
  return shown;
}

function statesOfElement({ tagName, attributes }: ts.JsxOpeningLikeElement): string[] {
  const name = tagName.getText();
  const given = new Map(
    attributes.properties.map((attribute) => {
      if (!ts.isJsxAttribute(attribute)) throw new Error(`A kit names its props: ${attribute.getText()}`);
      return [attribute.name.getText(), statesOfValue(attribute.initializer)];
    }),
  );
  const without = [...wanted].filter((state) => {
    const [, part, prop] = /^(\w+) without (.+)$/.exec(state) ?? [];
    return part === name && !given.has(prop!);
  });
  return [
    name,
    ...without,
    ...[...given].flatMap(([prop, states]) => states.map((state) => `${name} ${prop}${state}`)),
  ];
}

function statesOfValue(value: ts.JsxAttributeValue | undefined): string[] {
  if (!value) return ["=true"];
  if (ts.isStringLiteral(value)) return ["", `=${value.text}`];
  const expression = ts.isJsxExpression(value) ? value.expression : undefined;
  return ["", ...(expression ? statesIn(checker.getTypeAtLocation(expression)) : [])];
}

describe("the kit", () => {
  test("shows every component in every state", () => {
    const shown = shownIn(kit);
    expect([...wanted].filter((state) => !shown.has(state))).toEqual([]);
  });

  test("must show these examples", () => {
    const some = ["Badge", "Button variant=play", "Sheet close=true", "Pager last", "Money without sign"];
    expect([...wanted]).toEqual(expect.arrayContaining(some));
  });

  test("reports what is missing", () => {
    const shown = shownIn(kit.filter((path) => !path.endsWith("/basics.tsx")));
    const lacking = ["Badge without tone", "Button variant=quiet", "LanguageMenu form"];
    expect([...wanted].filter((state) => !shown.has(state))).toEqual(expect.arrayContaining(lacking));
  });
});
