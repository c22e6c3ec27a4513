/**
 * Names a text that `ui/` translates: `capability:key`, with parameters `capability:key?amount=…`.
 * A plain string, so that it can be used in form errors, flash messages and redirects.
 */
export function message(key: string, params?: Record<string, string | number>): string {
  if (!params) return key;
  return `${key}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`;
}

/** Splits a message into its key and parameters. */
export function readMessage(text: string): { key: string; params: Record<string, string> } {
  const at = text.indexOf("?");
  if (at === -1) return { key: text, params: {} };
  return { key: text.slice(0, at), params: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) };
}
