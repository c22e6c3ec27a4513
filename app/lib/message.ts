/**
 * A text that a loader or action names and `ui/` translates: `capability:key`, with parameters `capability:key?amount=…`.
 * It is a plain string, so that it passes through form errors, flashes and redirects.
 */
export function message(key: string, params?: Record<string, string | number>): string {
  if (!params) return key;
  return `${key}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`;
}

/** The key and the parameters of a message. */
export function readMessage(text: string): { key: string; params: Record<string, string> } {
  const at = text.indexOf("?");
  if (at === -1) return { key: text, params: {} };
  return { key: text.slice(0, at), params: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) };
}
