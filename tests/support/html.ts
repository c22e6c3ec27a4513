/** Reads our own HTML, where React always double-quotes attributes. It cannot read other HTML. */

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const unescape = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The attributes of a start tag. */
export function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, value] of tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g))
    found[name!.toLowerCase()] = unescape(value ?? "");
  return found;
}

/** The attributes of all start tags with this name. */
export const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}(?=[\\s>/])[^>]*>`, "gi"))].map(([tag]) => attributes(tag));

export interface HtmlForm {
  /** The target URL; undefined means the page's own. */
  action: string | undefined;
  /** The values that a browser sends if nothing is changed, without submit buttons. */
  values: Record<string, string>;
  /** The names of all fields, including boxes and buttons. */
  names: string[];
  /** The first choice with a value of each list. */
  choices: Record<string, string>;
}

/** The first POST form that has all these fields. */
export function formWith(html: string, fields: string[]): HtmlForm | undefined {
  for (const [form, inside] of html.matchAll(/<form\b[^>]*>([^]*?)<\/form>/gi) as Iterable<[string, string]>) {
    const own = attributes(form.slice(0, form.indexOf(">") + 1));
    const controls = [...inside.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/gi)].map(([tag]) =>
      attributes(tag),
    );
    const names = controls.flatMap(({ name }) => name ?? []);
    if (own.method?.toLowerCase() !== "post" || !fields.every((field) => names.includes(field))) continue;
    return { action: own.action, names, ...controlsOf(inside) };
  }
  return undefined;
}

function controlsOf(form: string): Pick<HtmlForm, "values" | "choices"> {
  const values: Record<string, string> = {};
  const choices: Record<string, string> = {};
  for (const input of tags(form, "input")) {
    const choice = input.type === "checkbox" || input.type === "radio";
    if (!input.name || input.type === "submit" || (choice && input.checked === undefined)) continue;
    values[input.name] = input.value ?? (choice ? "on" : "");
  }
  for (const [, start, text] of form.matchAll(/(<textarea\b[^>]*>)([^]*?)<\/textarea>/gi)) {
    const { name } = attributes(start!);
    if (name) values[name] = unescape(text!);
  }
  for (const [, select, options] of form.matchAll(/(<select\b[^>]*>)([^]*?)<\/select>/gi)) {
    const { name } = attributes(select!);
    const list = tags(options!, "option");
    if (!name) continue;
    values[name] = (list.find((option) => option.selected !== undefined) ?? list[0])?.value ?? "";
    choices[name] = list.find(({ value }) => value)?.value ?? "";
  }
  return { values, choices };
}
