import fc from "fast-check";
import { expect, test } from "vitest";
import { parseStrictJson } from "../../server/operator/strict-json";

/** Texts that look like JSON inside of JSON. */
const texts = fc.array(fc.constantFrom('"', "\\", "{", "}", "[", "]", ":", ",", "a", "ก", "\n"), { maxLength: 12 });
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    texts.map((parts) => parts.join("")),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(
      texts.map((parts) => parts.join("")),
      tie("any"),
      { maxKeys: 4 },
    ),
  ),
})).any;

test("every value is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (wire, indent) => {
      const text = JSON.stringify(wire, null, indent);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

test("a key that stands twice in one record is refused, however it is written", () => {
  fc.assert(
    fc.property(
      texts.map((parts) => parts.join("")),
      value,
      (key, inner) => {
        const plain = JSON.stringify(key);
        const escaped = `"${[...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
        const between = JSON.stringify(inner);
        expect(() => parseStrictJson(`[{${plain}:${between},${escaped}:1}]`)).toThrow("ambiguous key");
      },
    ),
    { numRuns: 500 },
  );
});
