/**
 * The lines of the specification, as `tests/specification/` lists them: each heading, table row, and sentence or clause
 * of a bullet or paragraph. `node --import tsx bin/specification.ts FILE` compares a document with the list, prints the
 * lines that differ, and exits with 1 if there are any.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export type LineKind = "heading" | "bullet" | "row" | "sentence";

/** A line of the document. Its id is the number of its part (`2` or `4`), and its place in it. */
export interface SpecLine {
  id: string;
  kind: LineKind;
  text: string;
}

/** A line with what proves it. */
export interface ListedLine extends SpecLine {
  /** `path: title` of tests. */
  tests?: string[];
  /** Why there is nothing to prove. */
  says?: string;
  /** What is not built yet, but proves the rest of it: a name of `WAITING` in `tests/unit/specification.test.ts`. */
  waiting?: string;
}

/** What ends a statement inside a bullet or paragraph. */
const ENDS = /(?<=[^.][.;])\s+(?=\S)/;
const ABBREVIATED = /\b(?:e\.g|i\.e)\.$/;

function statements(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(ENDS)) {
    const last = parts.at(-1);
    const open = last !== undefined && count(last, "(") > count(last, ")");
    if (last !== undefined && (open || ABBREVIATED.test(last))) parts[parts.length - 1] = `${last} ${part}`;
    else parts.push(part);
  }
  return parts;
}

const count = (text: string, sign: string) => text.split(sign).length - 1;

/** Splits one source line into what it states, with its kind. */
function split(line: string): [LineKind, string][] {
  const heading = /^#+ (.*)/.exec(line)?.[1];
  if (heading) return [["heading", heading]];
  if (/^\|[\s|:-]+\|$/.test(line)) return [];
  if (line.startsWith("|")) return [["row", line.replace(/^\|\s*|\s*\|$/g, "")]];
  const bullet = /^\s*[-*] (.*)/.exec(line)?.[1];
  return statements(bullet ?? line).map((text) => [bullet === undefined ? "sentence" : "bullet", text]);
}

/** The lines of a document in order. Headings of the second level number the parts. */
export function linesOf(document: string): SpecLine[] {
  let part = "0";
  let place = 0;
  return document.split("\n").flatMap((raw) => {
    const number = /^## (\d+)\./.exec(raw)?.[1];
    if (number) [part, place] = [number, 0];
    return split(raw.trim())
      .filter(([, text]) => text !== "")
      .map(([kind, text]) => ({ id: `${part}.${++place}`, kind, text }));
  });
}

const folder = fileURLToPath(new URL("../tests/specification/", import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));

/** All listed lines, in the order of the document. */
export const listedLines = () =>
  readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .flatMap((name) => read(name) as ListedLine[]);

/** How many lines of each kind the document has, stored when the list was made. */
export const storedCounts = () => read("counts.json") as Record<LineKind, number>;

/** The lines that only one of the two has, or that differ, each as `id kind text`. */
export function differences(document: SpecLine[], listed: SpecLine[]): string[] {
  const told = ({ id, kind, text }: SpecLine) => `${id} ${kind}: ${text}`;
  const [there, here] = [new Set(document.map(told)), new Set(listed.map(told))];
  return [
    ...[...there].filter((line) => !here.has(line)).map((line) => `only in the document: ${line}`),
    ...[...here].filter((line) => !there.has(line)).map((line) => `only in the list: ${line}`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lines = linesOf(readFileSync(process.argv[2]!, "utf8"));
  const found = differences(lines, listedLines());
  console.log([...found, `${lines.length} lines, ${found.length} differences`].join("\n"));
  process.exitCode = found.length > 0 ? 1 : 0;
}
