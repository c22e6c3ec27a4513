/**
 * Reads answers that differ from the contract in single values. A value is converted if it can mean only one thing;
 * otherwise the field counts as absent, or its entry of a list is left out, where the contract allows it. Amounts are
 * never rounded.
 */
import { z } from "zod";
import { paged, partial, readers, spared } from "./contract/reader";
import { instantText } from "./instant-text";

/** A difference between an answer and the contract. It never holds a value. */
export interface Drift {
  /** Such as `slots[].amount`. */
  path: string;
  expected: string;
  /** The type. */
  received: string;
}

export type Reading<T> = { drifts: Drift[] } & ({ ok: true; output: T } | { ok: false; path: string });

export interface MildOptions {
  /** Of times without a zone, such as `+07:00`. */
  offset: string;
  /** The page that was asked for, if the answer is a page of a list. */
  range: { page: number; limit: number } | null;
}

type Path = readonly PropertyKey[];
type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Container = Record<PropertyKey, unknown>;

/** A converted value can show another difference, such as a number that should be a time. */
const ROUNDS = 3;

/**
 * Decodes an answer. Its output counts the entries left out in `unread`, if the contract has this field there. If nothing
 * of an answer can be read, it is not read at all: its defaults would say that the operator has nothing.
 */
export function readMildly<S extends z.ZodType>(schema: S, wire: unknown, options: MildOptions): Reading<z.output<S>> {
  const drifts: Drift[] = [];
  const read = readers.get(schema);
  const inner = read ? (schema as unknown as z.ZodCodec).def.out : schema;
  let value = cut(inner, read ? read(wire) : wire, options.range, drifts);
  if (isStrange(inner, value)) {
    drifts.push({ path: "", expected: "a field of the contract", received: typeName(value) });
    return { ok: false, path: "", drifts };
  }
  const decode = () => z.safeDecode(inner as S, value as z.input<S>);
  let decoded = decode();
  if (decoded.success) return { ok: true, output: decoded.data, drifts };

  value = structuredClone(value);
  for (let round = 0; round < ROUNDS && !decoded.success; round += 1) {
    const { issues } = decoded.error;
    drifts.push(...issues.map((issue) => driftOf(inner, value, issue)));
    if (issues.filter((issue) => convert(value, issue, options.offset)).length === 0) break;
    decoded = decode();
  }
  let unreadAt: number[] = [];
  if (!decoded.success) {
    const { issues } = decoded.error;
    const left = leaveOut(inner, value, issues);
    if (isStrange(inner, value) || (left.emptied && !countsUnread(inner))) {
      return { ok: false, path: shown(inner, issues[0]!.path), drifts };
    }
    unreadAt = left.places;
    decoded = decode();
  }
  if (!decoded.success) return { ok: false, path: shown(inner, decoded.error.issues[0]!.path), drifts };
  const output = decoded.data;
  const found = { unread: unreadAt.length, unreadAt };
  for (const [key, value] of Object.entries(found)) {
    if (typeof output === "object" && output !== null && key in output) Object.assign(output, { [key]: value });
  }
  return { ok: true, output, drifts };
}

/** Whether a record has no field of the contract. */
const isStrange = (schema: Schema, value: unknown) =>
  schema instanceof z.ZodObject &&
  typeof value === "object" &&
  value !== null &&
  !Object.keys(schema.shape).some((key) => Object.hasOwn(value, key));

/** Whether the output says how many entries were left out. An empty list alone would say that there are none. */
const countsUnread = (schema: Schema) => schema instanceof z.ZodObject && "unread" in schema.shape;

/** An operator that ignores `limit` may send its whole list: only the page that was asked for is read. */
function cut(schema: Schema, value: unknown, range: MildOptions["range"], drifts: Drift[]): unknown {
  const key = paged.get(schema);
  if (!range || key === undefined) return value;
  const { [key]: rows, total } = value as Container;
  const { page, limit } = range;
  if (!Array.isArray(rows) || rows.length <= limit) return value;
  drifts.push({ path: key, expected: "at most `limit` entries", received: "more entries" });
  const isWhole = rows.length >= Number(total ?? 0);
  const from = isWhole ? (page - 1) * limit : 0;
  return { ...(value as object), total: total ?? rows.length, [key]: rows.slice(from, from + limit) };
}

/** By what the contract expects: the only thing that a value of another type can mean; undefined if there is none. */
const CONVERSIONS: { expected: RegExp; convert(value: unknown, offset: string): unknown }[] = [
  {
    expected: /^(number|int)$/,
    convert: (value) => (typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined),
  },
  { expected: /^string$/, convert: (value) => (Number.isSafeInteger(value) ? String(value) : undefined) },
  {
    expected: /^boolean$/,
    convert: (value) => ({ true: true, false: false, 1: true, 0: false })[String(value).toLowerCase()],
  },
  {
    expected: /^datetime$/,
    convert: (value, offset) =>
      typeof value === "string" ? (instantText(value.trim(), offset) ?? undefined) : undefined,
  },
];

const expectedBy = (issue: Issue): string =>
  issue.code === "invalid_type" ? issue.expected : issue.code === "invalid_format" ? issue.format : issue.code;

/** Changes the value at the issue's path. Null means absent. Returns whether anything has changed. */
function convert(root: unknown, issue: Issue, offset: string): boolean {
  const at = placeOf(root, issue.path);
  if (!at) return false;
  const value = at.parent[at.key];
  if (value === null && !Array.isArray(at.parent)) return delete at.parent[at.key];
  const converted = CONVERSIONS.find(({ expected }) => expected.test(expectedBy(issue)))?.convert(value, offset);
  if (converted === undefined || converted === value) return false;
  at.parent[at.key] = converted;
  return true;
}

/**
 * Removes what cannot be read, as far as the contract allows it. Returns the places of the entries left out, and whether
 * a list has lost all of its entries, unless no decision needs it.
 */
function leaveOut(schema: Schema, root: unknown, issues: readonly Issue[]) {
  const gone = new Map<unknown[], Set<number>>();
  const needed = new Set<unknown[]>();
  for (const { path } of issues) {
    const steps = path.map((_, index) => path.slice(0, index + 1)).reverse();
    const end = steps.find((step) => spared.has(schemaAt(schema, step)!) || isEntry(schema, step));
    const at = end && placeOf(root, end);
    if (!at) continue;
    if (Array.isArray(at.parent)) {
      gone.set(at.parent, (gone.get(at.parent) ?? new Set()).add(at.key as number));
      if (!spared.has(schemaAt(schema, end.slice(0, -1))!)) needed.add(at.parent);
    } else delete at.parent[at.key];
  }
  for (const [list, places] of gone) list.splice(0, list.length, ...list.filter((_, index) => !places.has(index)));
  return {
    places: [...gone.values()].flatMap((places) => [...places]).sort((one, other) => one - other),
    emptied: [...needed].some((list) => list.length === 0),
  };
}

const isEntry = (schema: Schema, path: Path) =>
  typeof path.at(-1) === "number" && partial.has(bare(schemaAt(schema, path.slice(0, -1))!));

function placeOf(root: unknown, path: Path): { parent: Container; key: PropertyKey } | null {
  if (path.length === 0) return null;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((inner, key) => (inner as Container | null | undefined)?.[key], root);
  return typeof parent === "object" && parent !== null ? { parent: parent as Container, key: path.at(-1)! } : null;
}

/** The schema at a path; null if the contract names no such field. */
const schemaAt = (schema: Schema, path: Path): Schema | null => path.reduce<Schema | null>(step, schema);

function step(schema: Schema | null, key: PropertyKey): Schema | null {
  const inner = schema && bare(schema);
  if (inner instanceof z.ZodObject) return (inner.shape as Record<PropertyKey, Schema>)[key] ?? null;
  return inner instanceof z.ZodArray ? inner.element : null;
}

/** A schema without its wrappers. */
function bare(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.def.innerType);
  return schema instanceof z.ZodPipe ? bare(schema.def.out) : schema;
}

function driftOf(schema: Schema, root: unknown, issue: Issue): Drift {
  const at = placeOf(root, issue.path);
  const value = at ? at.parent[at.key] : root;
  return { path: shown(schema, issue.path), expected: expectedOf(issue), received: typeName(value) };
}

const expectedOf = (issue: Issue) => (issue.code === "custom" ? `no ${issue.message}` : expectedBy(issue));

const typeName = (value: unknown) =>
  value === undefined ? "missing" : value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** A path without places in lists, and without keys that are not of the contract. */
const shown = (schema: Schema, path: Path) =>
  path
    .map((key, index) =>
      typeof key === "number" ? "[]" : `.${schemaAt(schema, path.slice(0, index + 1)) ? String(key) : "*"}`,
    )
    .join("")
    .replace(/^\./, "");
