import { describe, expect, test } from "vitest";
import { aboveFloor } from "../../bin/syntax-floor";

describe("the script works in the oldest supported browsers", () => {
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
  ])("%s is too new", (code) => expect(aboveFloor(code)).toHaveLength(1));

  test.each(["structuredClone(a)", "a.at(-1)", "'a'.replaceAll('b', 'c')", "form.requestSubmit()"])(
    "%s is a missing function",
    (code) => expect(aboveFloor(code)).toHaveLength(1),
  );

  test.each([
    "import('./a.js')",
    "const { a, ...b } = c",
    "async () => { await a }",
    "class A extends B {}",
    "a.requestSubmit && a.requestSubmit()",
  ])("%s is allowed", (code) => expect(aboveFloor(code)).toEqual([]));
});
