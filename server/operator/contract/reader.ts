/**
 * The tolerant reader: accepts answers whose shape differs from the documented one.
 * Only decoding is tolerant; encoding always produces the documented shape.
 */
import { z } from "zod";

/** The documented schema behind a tolerant one, for the OpenAPI document. */
export const documented = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Fields that the operator may leave out. Others with a default are promised: the default only forgives. */
export const omitted = new WeakSet<z.core.$ZodType>();
/** Fields in which null is forgiven, but not agreed. */
export const nullForgiven = new WeakSet<z.core.$ZodType>();

/** How a tolerant schema finds what it reads in an answer. */
export const readers = new WeakMap<z.core.$ZodType, (wire: unknown) => unknown>();
/** Fields that count as absent if they cannot be read. */
export const spared = new WeakSet<z.core.$ZodType>();
/** Lists whose entries are left out if they cannot be read. */
export const partial = new WeakSet<z.core.$ZodType>();
/** Records with a page of a list, and the key of the list. */
export const paged = new WeakMap<z.core.$ZodType, string>();

/**
 * A schema that passes the wire value through `read` first. `read` must not throw: it returns values it does not
 * understand unchanged, and the schema rejects them.
 */
export function tolerant<S extends z.ZodType>(
  schema: S,
  read: (wire: unknown) => unknown,
): z.ZodCodec<z.ZodUnknown, S> {
  const wire = z.unknown();
  documented.set(wire, schema);
  const codec = z.codec(wire, schema, { decode: (value) => read(value) as z.input<S>, encode: (value) => value });
  readers.set(codec, read);
  return codec;
}

/** Marks a field as one that no decision needs. */
export function spare<S extends z.ZodType>(schema: S): S {
  spared.add(schema);
  return schema;
}

/** Marks a field with a default as one that the operator may leave out. */
export function omittable<S extends z.ZodType>(schema: S): S {
  omitted.add(schema);
  return schema;
}

/** Marks a field as one that is agreed never to be null, although null is read as if it were missing. */
export function neverNull<S extends z.ZodType>(schema: S): S {
  nullForgiven.add(schema);
  return schema;
}

/** A field that may be null. A missing one becomes null, too. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  schema.nullable().default(null as z.output<z.ZodNullable<S>> & null);

/** A field that no decision needs: null if it is null, missing, or cannot be read. Only a nullable one may be null. */
export const maybe = <S extends z.ZodType>(schema: S) => spare(neverNull(orNull(schema)));

/** A text that is only shown: empty if it is missing or cannot be read. */
export const shownText = () => spare(z.string().default(""));

/** A record that becomes `absent` if it is missing or cannot be read. */
export const recordOr = <S extends z.ZodObject>(schema: S, absent: z.output<S>) =>
  spare(schema.default(absent as z.core.util.NoUndefined<z.output<S>>));

/** A list whose entries are read one by one. */
export function entries<S extends z.ZodType>(item: S) {
  const schema = z.array(item);
  partial.add(schema);
  return schema;
}

/** A list that is only shown: empty if it is missing or cannot be read. */
export const shownList = <S extends z.ZodType>(item: S) => spare(entries(item).default([]));

/** What the reader adds to a record with lists. It is not on the wire. */
const added = <T>(value: T) =>
  z.codec(z.unknown().optional(), z.custom<T>(), { decode: () => value, encode: () => undefined });

/** The number of entries that could not be read and were left out. */
export const unread = () => added(0);

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys under which operators wrap a whole answer. */
const ENVELOPES = ["result", "data", "response"];

/** The records that an answer consists of: itself, and what it wraps. */
export const layersOf = (value: unknown): Fields[] =>
  isRecord(value) ? [value, ...ENVELOPES.map((key) => value[key]).filter(isRecord)] : [];

/** A list, bare, or under one of the keys or of an envelope. */
export const list = <S extends z.ZodType>(item: S, ...keys: string[]) =>
  tolerant(entries(item), (value) => {
    if (!isRecord(value)) return value;
    const inner = layersOf(value).flatMap((layer) => [...keys, ...ENVELOPES].map((key) => layer[key]));
    return inner.find(Array.isArray) ?? value;
  });

/** A record, bare, or under one of the keys or of an envelope. */
export const record = <S extends z.ZodObject>(schema: S, ...keys: string[]) =>
  tolerant(schema, (value) => unwrap(schema, value, keys));

/** Finds the record: what has most of the schema's fields, `value` itself or a record under one of the keys. */
export function unwrap(schema: z.ZodObject, value: unknown, keys: string[]): unknown {
  const layers = layersOf(value);
  const inner = layers.flatMap((layer) => keys.map((key) => layer[key])).filter(isRecord);
  const known = (candidate: Fields) => Object.keys(schema.shape).filter((key) => Object.hasOwn(candidate, key)).length;
  const [best] = [...layers, ...inner].sort((one, other) => known(other) - known(one));
  return best ?? value;
}

/** A record with one field: `{key: value}`, or the bare value; also in an envelope. */
export const single = <K extends string, S extends z.ZodType>(key: K, field: S) => {
  const schema = z.object({ [key]: field } as Record<K, S>);
  return tolerant(schema, (value) => {
    if (value === undefined || value === null) return value;
    if (!isRecord(value)) return { [key]: value };
    const layer = unwrap(schema, value, []) as Fields;
    if (Object.hasOwn(layer, key)) return layer;
    const bare = ENVELOPES.find((envelope) => Object.hasOwn(value, envelope) && !isRecord(value[envelope]));
    return bare === undefined ? layer : { [key]: value[bare] };
  });
};

/** A page of a list, or the bare list; also in an envelope. A missing `total` is null: a full page may then be followed by another. `counted`: the operator always tells it. */
export const page = <K extends string, S extends z.ZodType>(key: K, item: S, { counted = false } = {}) => {
  const total = neverNull(orNull(z.int().min(0)));
  const schema = z.object({
    ...({ [key]: entries(item) } as Record<K, z.ZodArray<S>>),
    total: counted ? total : omittable(total),
    unread: unread(),
    /** Their places in the page, from 0. */
    unreadAt: added<readonly number[]>([]),
  });
  paged.set(schema, key);
  return tolerant(schema, (value) => {
    if (Array.isArray(value)) return { [key]: value };
    const layer = unwrap(schema, value, []);
    if (!isRecord(layer) || Object.hasOwn(layer, key)) return layer;
    const bare = ENVELOPES.map((envelope) => layer[envelope]).find(Array.isArray);
    return bare ? { ...layer, [key]: bare } : layer;
  });
};
