/** JSON without duplicate keys, `__proto__` and excessive nesting: parsers disagree on all three. */

const MAX_DEPTH = 64;
const QUOTE = 0x22;
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
        if (keyNext) remember(open.at(-1), JSON.parse(text.slice(at, end + 1)) as string);
        keyNext = false;
        at = end;
        break;
      }
      default:
    }
  }
}

function remember(keys: Set<string> | null | undefined, key: string): void {
  if (keys?.has(key) || key === "__proto__") throw new SyntaxError("ambiguous key");
  keys?.add(key);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
