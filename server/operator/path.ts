/** Builds the path of a call so that no value can escape its segment. */

/** A value that cannot be used in a path. The message holds the parameter's name, never the value. */
export class UnsafeSegment extends Error {}

const PARAMETER = /\{(\w+)\}/g;

/** The names of the `{parameters}` of a path template. */
export const parametersOf = (template: string): string[] => [...template.matchAll(PARAMETER)].map((match) => match[1]!);

/**
 * Fills in every `{parameter}` of a path template, percent-encoded.
 * @throws UnsafeSegment if a value is missing, empty, `.` or `..`, or if URL parsing would change the path
 */
export function buildPath(template: string, values: Record<string, unknown>): string {
  const path = template.replace(PARAMETER, (_, name: string) => segment(name, values[name]));
  // A second check, independent of the encoding: parsing must not change the path.
  if (new URL(path, "http://operator.invalid").pathname !== path) throw new UnsafeSegment(template);
  return path;
}

function segment(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") throw new UnsafeSegment(name);
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate cannot be encoded.
    throw new UnsafeSegment(name);
  }
}
