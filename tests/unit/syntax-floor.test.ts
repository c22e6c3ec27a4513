import { describe, expect, test } from "vitest";
import { aboveFloor } from "../../bin/syntax-floor";

describe("the script stays readable for the oldest browsers served", () => {
  test.each([
    "a ?? b",
    "a?.b",
    "a ||= b",
    "class A { x = 1 }",
    "class A { #x() {} }",
    "1n",
    "try {} catch {}",
    "/(?<=a)b/",
    "/a/s",
    "await a",
  ])("%s is above the floor", (code) => expect(aboveFloor(code)).toHaveLength(1));

  test.each(["structuredClone(a)", "a.at(-1)", "'a'.replaceAll('b', 'c')", "form.requestSubmit()"])(
    "%s is missing there",
    (code) => expect(aboveFloor(code)).toHaveLength(1),
  );

  test.each([
    "import('./a.js')",
    "const { a, ...b } = c",
    "async () => { await a }",
    "class A extends B {}",
    "a.requestSubmit && a.requestSubmit()",
  ])("%s is fine", (code) => expect(aboveFloor(code)).toEqual([]));
});
