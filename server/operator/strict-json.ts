/** JSON without duplicate keys, `__proto__` and excessive nesting: parsers disagree on all three. */

const MAX_DEPTH = 64;
const BACKSLASH = 0x5c;

/** Parses JSON. @throws SyntaxError if the text is invalid or ambiguous */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  refuseAmbiguity(text);
  return value;
}

/** @param text valid JSON */
function refuseAmbiguity(text: string): void {
  const open: (Set<string> | null)[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
      case "[":
        keyNext = text[at] === "{";
        open.push(keyNext ? new Set() : null);
        if (open.length > MAX_DEPTH) throw new SyntaxError("nested too deep");
        break;
      case "}":
      case "]":
        open.pop();
        keyNext = false;
        break;
      case ",":
        keyNext = open.at(-1) !== null;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (keyNext) remember(open.at(-1), keyIn(text.slice(at, end + 1)));
        keyNext = false;
        at = end;
        break;
      }
      default:
    }
  }
}

/** Most keys have no escapes; parsing each of them took most of the time of a large answer. */
const keyIn = (quoted: string) => (quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1));

function remember(keys: Set<string> | null | undefined, key: string): void {
  if (keys?.has(key) || key === "__proto__") throw new SyntaxError("ambiguous key");
  keys?.add(key);
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** Whether the quote at `at` belongs to its string: an odd number of backslashes is before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
