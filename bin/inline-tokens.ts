/**
 * Replaces each design token that has one value by that value. Names are as long as values, and a slow phone need not
 * look them up. Tokens with different values in the two colour schemes stay.
 */
import postcss, { type Declaration } from "postcss";

export function inlineTokens(sheet: string): string {
  const root = postcss.parse(sheet);
  const declared = new Map<string, Declaration[]>();
  root.walkDecls(/^--/, (declaration) => {
    declared.set(declaration.prop, [...(declared.get(declaration.prop) ?? []), declaration]);
  });
  const values = new Map<string, string>();
  for (const [name, [declaration, ...others]] of declared) {
    if (others.length > 0 || !isForAll(declaration!)) continue;
    values.set(name, declaration!.value.trim());
    declaration!.remove();
  }
  root.walkDecls((declaration) => {
    declaration.value = fill(declaration.value, values);
  });
  return root.toString();
}

/** Whether it is declared on the root element without a condition. */
const isForAll = ({ parent }: Declaration) =>
  parent?.type === "rule" && (parent as postcss.Rule).selector === ":root" && parent.parent?.type === "root";

/** Repeats, because a value may refer to another token. */
function fill(text: string, values: ReadonlyMap<string, string>): string {
  const filled = text.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => values.get(name) ?? whole);
  return filled === text ? text : fill(filled, values);
}
