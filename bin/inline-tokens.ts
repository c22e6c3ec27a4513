/**
 * Puts the value of a design token where the token is used, if it has one value only. Spaces, sizes and the like are as
 * long again by name as by value, and a slow phone need not look them up. Colours of two schemes stay.
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

/** Stands on the root element without a condition. */
const isForAll = ({ parent }: Declaration) =>
  parent?.type === "rule" && (parent as postcss.Rule).selector === ":root" && parent.parent?.type === "root";

/** A token's value may name another one. */
function fill(text: string, values: ReadonlyMap<string, string>): string {
  const filled = text.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => values.get(name) ?? whole);
  return filled === text ? text : fill(filled, values);
}
