/** What is left of an operator's HTML: a few plain elements, and links and pictures that are known to be harmless. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanMarkup, MARKUP_TAGS } from "../../server/pages/markup";
import { MARKUP_ATTACKS } from "../support/markup-attacks";

const HOSTS = ["https://img.example"];
const clean = (html: string, hosts: readonly string[] = HOSTS): string => cleanMarkup(html, hosts);

const VALUE: Record<string, RegExp> = {
  href: /^(https:\/\/[^/@\s]+\/\S*|\/(?![/\\])\S*|tel:[+\d().-]+)$/,
  src: /^https:\/\/[^/@\s]+\/\S*$/,
  rel: /^noopener noreferrer$/,
  loading: /^lazy$/,
  alt: /^/,
  width: /^\d+$/,
  height: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
  tabindex: /^0$/,
};

const EMPTY = ["br", "hr", "img"];

/**
 * What clean markup must not have: an element or attribute that is not allowed, a tag that is not one of these, or that
 * closes another element.
 */
function strangersIn(html: string): string[] {
  const strangers: string[] = [];
  const open: string[] = [];
  const rest = html.replace(/<(\/?)(\w+)((?: \w+="[^"<>]*")*)( \/)?>/g, (tag, slash, name: string, list: string) => {
    if (slash ? open.pop() !== name : !EMPTY.includes(name) && open.push(name) === 0) strangers.push(tag);
    if (!MARKUP_TAGS.includes(name)) strangers.push(tag);
    for (const [, attribute, value] of list.matchAll(/ (\w+)="([^"]*)"/g))
      if (!VALUE[attribute!]?.test(value!)) strangers.push(tag);
    return "";
  });
  return [...strangers, ...open, ...(/[<>]/.test(rest) ? [rest] : [])];
}

describe("an operator's HTML", () => {
  test("keeps its text, lists, tables and links", () => {
    const html =
      '<p>Play <b>more</b>,<br />win <em>less</em></p><ul><li>one</li></ul><p><a href="/user/deposit">here</a></p>';
    expect(clean(html)).toBe(html);
    expect(clean('<a href="tel:+6621234567">call</a>')).toBe(
      '<a href="tel:+6621234567" rel="noopener noreferrer">call</a>',
    );
    expect(clean('<a href="https://line.me/x?a=1&b=2" target="_blank">LINE</a>')).toBe(
      '<a href="https://line.me/x?a=1&amp;b=2" rel="noopener noreferrer">LINE</a>',
    );
  });

  test("loses nothing of a text that has signs in it", () =>
    expect(clean("5 < 6 & 7 > 4, ยอด “เสีย” 10%")).toBe("5 &lt; 6 &amp; 7 &gt; 4, ยอด “เสีย” 10%"));

  test("has headings that follow the title of the page, whatever their levels", () => {
    expect(clean("<h1>a</h1><h3>b</h3>")).toBe("<h2>a</h2><h3>b</h3>");
    expect(clean("<h4>a</h4><h6>b</h6><h4>c</h4>")).toBe("<h2>a</h2><h3>b</h3><h2>c</h2>");
    expect(clean("<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4>")).toBe("<h2>1</h2><h3>2</h3><h4>3</h4><h4>4</h4>");
  });

  test("has tables that scroll in their own box", () =>
    expect(clean('<table style="width:2000px"><tr><td colspan="2" width="900">x</td></tr></table>')).toBe(
      '<div tabindex="0"><table><tr><td colspan="2">x</td></tr></table></div>',
    ));

  test("has pictures only if the deployment allows hosts for them", () => {
    const html = '<img src="https://img.example/a.png" alt="A" width="300" height="100%" onload="x()">';
    expect(clean(html)).toBe('<img src="https://img.example/a.png" alt="A" width="300" loading="lazy" />');
    expect(clean(html, [])).toBe("");
    expect(clean('<img src="data:image/png;base64,AAAA">')).toBe("");
  });

  test("keeps the text of elements that it loses, but not what is no text", () => {
    expect(clean('<form><label class="x">Name</label></form><font color="red">red</font>')).toBe("Namered");
    expect(clean("<section>one</section><center>two</center>")).toBe("<div>one</div><div>two</div>");
    expect(clean("a<script>b</script><style>c</style><svg><text>d</text></svg>e")).toBe("ae");
  });

  test("is cut if it is absurdly long or deep, in no time", () => {
    expect(clean("x".repeat(1_000_000)).length).toBe(50_000);
    expect(clean("<div>".repeat(10_000) + "x").length).toBeLessThan(200);
    expect(clean(`${"<table><tr><td>".repeat(3_000)}x`).length).toBeLessThan(400);
  });

  test("has nothing but allowed elements and addresses, whatever it was", () => {
    expect(MARKUP_ATTACKS.length).toBeGreaterThan(150);
    const faults = MARKUP_ATTACKS.map((html) => ({ html, left: strangersIn(clean(html)) })).filter(
      ({ left }) => left.length > 0,
    );
    expect(faults).toEqual([]);
  });

  test("stays as it is when it is cleaned again", () => {
    const changed = MARKUP_ATTACKS.filter((html) => !/<table/i.test(html)).filter((html) => {
      const once = clean(html);
      return clean(once) !== once;
    });
    expect(changed).toEqual([]);
  });

  test("has nothing else if attacks are joined, cut or put into each other", () => {
    const attack = fc.constantFrom(...MARKUP_ATTACKS);
    fc.assert(
      fc.property(attack, attack, fc.nat(60), fc.nat(60), (one, other, from, to) => {
        const mixed = one.slice(0, from) + other.slice(to) + one.slice(from);
        return strangersIn(clean(mixed)).length === 0;
      }),
      { numRuns: 2_000 },
    );
  });
});
