/** The codes that the specification names are those of the catalog, and each note of a slip has its own reason. */
import { expect, test } from "vitest";
import { listedLines } from "../../bin/specification";
import { reasonOf } from "../../app/routes/user.slips/reasons";
import { ERROR_CODES, errorText } from "../../server/operator/errors";
import en from "../../locales/en/errors.json";
import la from "../../locales/la/errors.json";
import th from "../../locales/th/errors.json";

const part = listedLines().filter(({ id }) => id.startsWith("8."));
const after = (heading: string) => part.slice(part.findIndex(({ text }) => text === heading) + 1);

/** The codes of a line; `INVALID_USER_1 to INVALID_USER_4` are four. */
const codesOf = (text: string): string[] =>
  text
    .replace(/(\w+_)(\d) to \1(\d)/g, (_, name: string, first: string, last: string) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${name}${Number(first) + at}`).join(", "),
    )
    .replace(/^[\w ]+:/, "")
    .match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];

const groups = after("Codes").filter(({ kind, text }) => kind === "bullet" && codesOf(text).length > 0);
/** Messages that the specification describes without giving their text, with the sandbox's spelling. */
const SPECIAL = ["account-gone", "invalid-token"];

test.each(groups.map((group) => [group.id, group] as const))(
  "the codes of line %s are in the catalog, each with its own text",
  (_, { text }) => {
    for (const code of codesOf(text)) {
      expect(Object.keys(ERROR_CODES)).toContain(code);
      for (const texts of [th, la, en]) {
        const own = texts[errorText(code).replace("errors:", "") as keyof typeof en];
        expect(own, code).toMatch(/\S/);
        expect(own, code).not.toBe(texts.GENERAL);
      }
    }
  },
);

test("the catalog has no other codes than those of the specification", () => {
  const named = groups.flatMap(({ text }) => codesOf(text));
  expect(Object.keys(ERROR_CODES).sort()).toEqual([...new Set([...named, ...SPECIAL])].sort());
});

const notes = after("Slip note reason codes")
  .map(({ id, text }) => ({ id, codes: codesOf(text.split(" | ")[0]!) }))
  .filter(({ codes }) => codes.length > 0);

test.each(notes.map((note) => [note.id, note] as const))(
  "the notes of line %s have one reason of their own",
  (_, { codes }) => {
    const reasons = codes.map((code) => reasonOf(code)?.why);
    expect(new Set(reasons).size).toBe(1);
    const key = reasons[0]!.replace("errors:", "") as keyof typeof en;
    const others = notes.filter((note) => !note.codes.includes(codes[0]!)).map((note) => reasonOf(note.codes[0]!)!.why);
    expect(others).not.toContain(reasons[0]);
    for (const texts of [th, la, en]) expect(texts[key]).not.toBe(texts.GENERAL);
  },
);

test("there are eleven notes in nine lines", () => {
  expect(notes.map(({ codes }) => codes.length)).toEqual([3, 1, 1, 1, 1, 1, 1, 1, 1]);
});
