/** Builds the address of a call so that no value can leave the segment it was put in. */

/** A value that cannot stand in a path. Its message holds the parameter's name, never the value. */
export class UnsafeSegment extends Error {}

const PARAMETER = /\{(\w+)\}/g;

/** The names of the `{parameters}` of a path template. */
export const parametersOf = (template: string): string[] => [...template.matchAll(PARAMETER)].map((match) => match[1]!);

/**
 * The template with every `{parameter}` filled in, percent-encoded.
 * @throws UnsafeSegment when a value is missing, empty, `.` or `..`, or when URL parsing would change the built path.
 */
export function buildPath(template: string, values: Record<string, unknown>): string {
  const path = template.replace(PARAMETER, (_, name: string) => segment(name, values[name]));
  // Whatever the encoding above missed: the parsed address must be the very path that was built.
  if (new URL(path, "http://operator.invalid").pathname !== path) throw new UnsafeSegment(template);
  return path;
}

function segment(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") throw new UnsafeSegment(name);
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a surrogate pair has no encoding.
    throw new UnsafeSegment(name);
  }
}
