/**
 * The tolerant reader: accepts answers whose shape differs from the documented one.
 * Only decoding is tolerant; encoding always produces the documented shape.
 */
import { z } from "zod";

/** The documented schema behind a tolerant one, for the OpenAPI document. */
export const documented = new WeakMap<z.core.$ZodType, z.ZodType>();

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
  return z.codec(wire, schema, { decode: (value) => read(value) as z.input<S>, encode: (value) => value });
}

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
  tolerant(z.array(item), (value) => {
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

/** A page of a list, or the bare list; also in an envelope. A missing `total` is null: a full page may then be followed by another. */
export const page = <K extends string, S extends z.ZodType>(key: K, item: S) => {
  const schema = z.object({
    ...({ [key]: z.array(item) } as Record<K, z.ZodArray<S>>),
    total: z.int().min(0).nullable().default(null),
  });
  return tolerant(schema, (value) => {
    if (Array.isArray(value)) return { [key]: value };
    const layer = unwrap(schema, value, []);
    if (!isRecord(layer) || Object.hasOwn(layer, key)) return layer;
    const bare = ENVELOPES.map((envelope) => layer[envelope]).find(Array.isArray);
    return bare ? { ...layer, [key]: bare } : layer;
  });
};
