import { describe, expect, test } from "vitest";
import { criticalStyles } from "../../bin/critical-styles";
import { wordsOf } from "../../bin/page-words";
import { assetsFor } from "../../server/pages/assets";
import { cookieJar } from "../../server/session/cookies";

const of = (sheet: string, ...words: string[]) => criticalStyles(sheet, new Set(words));

describe("critical styles", () => {
  test.each([
    ["a tag", "td{color:red}", ["<td"]],
    ["a class", ".card{color:red}", ["class=card"]],
    ["a value of an attribute", ".card[data-tone=good]{color:red}", ["class=card", "data-tone", "good"]],
    ["a whole way down", ".card>td .money{color:red}", ["class=card", "<td", "class=money"]],
    ["one way of several", ".card :is(th,td){color:red}", ["class=card", "<td"]],
    ["what it contains", ".card:has(>table){color:red}", ["class=card", "<table"]],
  ])("a rule is kept if the code has %s, and dropped if a part of it is missing", (_, sheet, words) => {
    expect(of(sheet, ...words).css).toBe(sheet);
    for (const missing of words) {
      const others = words.filter((word) => word !== missing);
      expect(of(sheet, ...others).css, `without ${missing}`).toBe("");
    }
  });

  test.each([
    "a:hover{color:red}",
    "a:not(.button){color:red}",
    "*,a:before{color:red}",
    "a[open]{color:red}",
    "a[class]{color:red}",
  ])("a condition that can become true needs no word: %s", (sheet) => expect(of(sheet, "<a").css).toBe(sheet));

  test("values of data attributes can come with the data", () =>
    expect(of("a[data-bank=SCB]{color:red}", "<a", "data-bank").css).not.toBe(""));

  test("only the selectors of a list that can match are kept", () =>
    expect(of("a,b,i{color:red}", "<a", "<i").css).toBe("a,i{color:red}"));

  test("an at-rule is kept with its rules and dropped with them", () => {
    const sheet = "@media print{a{color:red}b{color:red}}@supports(gap:0){b{color:red}}";
    expect(of(sheet, "<a").css).toBe("@media print{a{color:red}}");
  });

  test("animations and custom properties are kept if they are used", () => {
    const sheet =
      ":root{--ink:#000;--paper:#fff;--tone:var(--ink)}@keyframes turn{to{top:0}}@keyframes drop{to{top:0}}" +
      "a{color:var(--tone);animation:1s turn}b{color:var(--paper);animation-name:drop}";
    expect(of(sheet, "<a").css).toBe(
      ":root{--ink:#000;--tone:var(--ink)}@keyframes turn{to{top:0}}a{color:var(--tone);animation:1s turn}",
    );
  });

  test("the classes and values that the styles lack are listed", () => {
    const sheet = ".card[data-tone=good]{color:red}.card{top:0}.row td{top:0}";
    expect(of(sheet, "class=card", "data-tone").strange).toEqual(["class=row", "data-tone=good"]);
  });
});

describe("the styles of a page", () => {
  const built = {
    css: { href: "/assets/styles.css", hash: "new", text: "" },
    script: null,
    chat: null,
    files: new Map(),
    pages: new Map([["home", { css: "p{}", strange: new Set(["class=row", "data-tone=good"]) }]]),
  };
  const { stylesOf } = assetsFor(built, cookieJar(undefined, false), undefined);

  test.each([
    ['<p class="card">', true],
    ['<p class="row-title" data-tone="bad" title="row">', true],
    ['<p id="a" class="card row">', false],
    ['<p data-tone="good">', false],
  ])("%s has only what its styles support: %s", (html, expected) =>
    expect(stylesOf("home")?.suffices(html)).toBe(expected),
  );

  test("are missing for a page that the build does not know", () => expect(stylesOf("new")).toBeUndefined());
});

describe("words of a page's code", () => {
  test("classes are the words of class names", () => {
    const words = wordsOf(
      'jsx("div", { className: here ? "card" : `row ${more}`, title: "list" }); a.className = "flash"',
    );
    for (const name of ["card", "row", "flash"]) expect(words).toContain(`class=${name}`);
    expect(words).not.toContain("class=list");
    expect(words).toContain("list");
  });

  test("tags are created elements, or stand in markup", () => {
    const words = wordsOf(`jsxs2("ul", {}); document.createElement("b"); x = '<path class="thin" d="M1"/>'; y = "td"`);
    for (const name of ["<ul", "<b", "<path", "class=thin"]) expect(words).toContain(name);
    expect(words).not.toContain("<td");
  });

  test("attributes have their HTML names", () => {
    const words = wordsOf('jsx("p", { tabIndex: 1, "data-tone": x }); node.dataset.copyFailed = ""');
    for (const name of ["tabindex", "data-tone", "data-copy-failed"]) expect(words).toContain(name);
  });
});
