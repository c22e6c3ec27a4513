import errors from "../../locales/en/errors.json";

/** The message key of an operator's code: `errors:CODE`, or the general sentence for a code nobody wrote a sentence for. */
export function errorText(code: string | null): string {
  const key = (code ?? "").toUpperCase().replaceAll("-", "_");
  return Object.hasOwn(errors, key) ? `errors:${key}` : "errors:GENERAL";
}
