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

/** A list, bare or under one of the keys or `result`. */
export const list = <S extends z.ZodType>(item: S, ...keys: string[]) =>
  tolerant(z.array(item), (value) => {
    if (!isRecord(value)) return value;
    const inner = [...keys, "result"].map((key) => value[key]);
    return inner.find(Array.isArray) ?? value;
  });

/** A record, bare or under one of the keys or `result`. Bare wins if it has every required field. */
export const record = <S extends z.ZodObject>(schema: S, ...keys: string[]) =>
  tolerant(schema, (value) => unwrap(schema, value, keys));

/** Finds the record: `value` itself if it has every required field, else the record under one of the keys. */
export function unwrap(schema: z.ZodObject, value: unknown, keys: string[]): unknown {
  const fields = Object.entries(schema.shape);
  const required = fields.flatMap(([key, field]) => (field._zod.optin === undefined ? [key] : []));
  const complete = (candidate: unknown) =>
    isRecord(candidate) &&
    required.every((key) => Object.hasOwn(candidate, key)) &&
    fields.some(([key]) => Object.hasOwn(candidate, key));
  if (!isRecord(value) || complete(value)) return value;
  return [...keys, "result"].map((key) => value[key]).find(complete) ?? value;
}

/** A record with one field: `{key: value}`, the bare value, or the record under `result`. */
export const single = <K extends string, S extends z.ZodType>(key: K, field: S) => {
  const schema = z.object({ [key]: field } as Record<K, S>);
  return tolerant(schema, (value) => {
    if (value === undefined || value === null) return value;
    if (!isRecord(value)) return { [key]: value };
    return unwrap(schema, value, []);
  });
};

/** A page of a list, or the bare list. A missing `total` is null: a full page may then be followed by another. */
export const page = <K extends string, S extends z.ZodType>(key: K, item: S) => {
  const schema = z.object({
    ...({ [key]: z.array(item) } as Record<K, z.ZodArray<S>>),
    total: z.int().min(0).nullable().default(null),
  });
  return tolerant(schema, (value) => (Array.isArray(value) ? { [key]: value } : unwrap(schema, value, [])));
};
