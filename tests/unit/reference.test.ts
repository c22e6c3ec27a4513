import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newReference, readReference } from "../../server/operations/reference";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const reference = fc.constant(null).map(newReference);
const characters = (text: string) => [...text.replaceAll("-", "")];
const place = fc.nat(9);

describe("a reference", () => {
  test("is ten unambiguous characters in groups of three, three and four", () => {
    fc.assert(
      fc.property(
        reference,
        (text) => void expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}$/),
      ),
    );
  });

  test("is read unchanged", () => {
    fc.assert(fc.property(reference, (text) => void expect(readReference(text)).toBe(text)));
  });

  test("is new each time", () => {
    expect(new Set(Array.from({ length: 5000 }, newReference)).size).toBe(5000);
  });

  test("with one wrong character is invalid", () => {
    fc.assert(
      fc.property(reference, (text) => {
        const right = characters(text);
        const wrong = right.flatMap((own, at) =>
          [...ALPHABET].filter((other) => other !== own).map((other) => right.with(at, other).join("")),
        );
        expect(wrong).toHaveLength(310);
        expect(wrong.filter((one) => readReference(one) !== null)).toEqual([]);
      }),
    );
  });

  test("with two different characters swapped is invalid, also if they are not neighbours", () => {
    fc.assert(
      fc.property(reference, (text) => {
        const right = characters(text);
        const swapped = right.flatMap((one, a) =>
          right.flatMap((other, b) => (one === other ? [] : [right.with(a, other).with(b, one).join("")])),
        );
        expect(swapped.filter((typed) => readReference(typed) !== null)).toEqual([]);
      }),
    );
  });

  test("with a missing or an additional character is invalid", () => {
    fc.assert(
      fc.property(reference, place, (text, at) => {
        const right = characters(text);
        expect(readReference(right.toSpliced(at, 1).join(""))).toBeNull();
        expect(readReference(right.toSpliced(at, 0, right[at]!).join(""))).toBeNull();
      }),
    );
  });

  test("is read in lower case, in other groups and with look-alikes", () => {
    const looksLike: Record<string, string> = { "1": "IiLl", "0": "Oo", V: "Uu" };
    const spelled = reference.chain((text) =>
      fc
        .tuple(...characters(text).map((one) => fc.constantFrom(one, one.toLowerCase(), ...(looksLike[one] ?? ""))))
        .chain((typed) =>
          fc
            .array(fc.constantFrom("", "", " ", "-", "–", "‑", "."), { minLength: 10, maxLength: 10 })
            .map((between) => ({
              text,
              typed: typed.map((one, at) => between[at] + one).join(""),
            })),
        ),
    );
    fc.assert(
      fc.property(spelled, ({ text, typed }) => void expect(readReference(typed)).toBe(text)),
      {
        numRuns: 500,
      },
    );
  });

  test.each(["", "0", "00000000-0000-4000-8000-000000000000", "ก".repeat(10), "../../../.."])(
    "cannot be %j",
    (text) => {
      expect(readReference(text)).toBeNull();
    },
  );
});
