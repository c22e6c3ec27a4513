import fc from "fast-check";
import { toString } from "qrcode";
import { describe, expect, test } from "vitest";
import { imageIn } from "../../server/codes/markup";

const PIXEL = "data:image/png;base64,iVBORw0KGgo=";

/** The SVG in a `data:` URL. */
const drawn = (address: string | null) =>
  Buffer.from(address!.replace("data:image/svg+xml;base64,", ""), "base64").toString();

describe("the picture of a QR code", () => {
  test("is redrawn identically from the markup of the qrcode library", async () => {
    const svg = await toString("00020101021229370016A000000677010111", { type: "svg" });
    const again = drawn(imageIn(svg));
    const paths = (text: string) => [...text.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
    expect(paths(again)).toEqual(paths(svg));
    expect(again).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*viewBox="0 0 \d+ \d+"/);
  });

  test("may be a base64 raster image", () => {
    expect(imageIn(`<img src="${PIXEL}">`)).toBe(PIXEL);
    expect(imageIn(`<img alt='QR' src='${PIXEL}' width='200' />`)).toBe(PIXEL);
  });

  test("may be an SVG in an `<img>`, which is redrawn too", () => {
    const svg = '<svg viewBox="0 0 2 2"><rect width="1" height="1"/></svg>';
    const again = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="1" height="1"/></svg>';
    expect(drawn(imageIn(`<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}">`))).toBe(again);
    expect(drawn(imageIn(`<img src="data:image/svg+xml,${encodeURIComponent(svg)}">`))).toBe(again);
  });

  test("keeps only the colours of a style", () => {
    const svg =
      '<svg><rect width="9" height="9" style="fill:#fff;background:url(https://x.test/a)"/><path d="M0 0h1" style="fill:black"/></svg>';
    expect(drawn(imageIn(svg))).toContain('<rect width="9" height="9" fill="#fff"/><path d="M0 0h1" fill="black"/>');
  });

  test("loses event handlers, links and ids", () => {
    const again = drawn(
      imageIn(
        '<svg onload="alert(1)" id="a"><g class="b" transform="scale(2)"><path d="M0 0h1" onclick="x()" fill="url(#p)"/></g></svg>',
      ),
    );
    expect(again).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g transform="scale(2)"><path d="M0 0h1"/></g></svg>');
  });

  test.each([
    ["nothing", ""],
    ["a text", "QR"],
    ["a script", "<script>alert(1)</script>"],
    ["a script inside", '<svg><script>alert(1)</script><path d="M0 0h1"/></svg>'],
    ["a foreign object", "<svg><foreignObject><b/></foreignObject></svg>"],
    ["a reference", '<svg><use href="#a"/></svg>'],
    ["an image inside", '<svg><image href="https://x.test/a.png"/></svg>'],
    ["text inside", '<svg><path d="M0 0h1"/>pay me</svg>'],
    ["two drawings", '<svg><path d="M0 0h1"/></svg><svg><path d="M0 0h1"/></svg>'],
    ["a drawing in a drawing", '<svg><svg><path d="M0 0h1"/></svg></svg>'],
    ["two images", `<img src="${PIXEL}"><img src="${PIXEL}">`],
    ["an image and more", `<img src="${PIXEL}"><script>alert(1)</script>`],
    ["an image from elsewhere", '<img src="https://x.test/a.png">'],
    ["an image of a page", '<img src="data:text/html;base64,AAAA">'],
    ["a broken address", '<img src="data:image/svg+xml,%E0%A4%A">'],
    ["an unclosed drawing", '<svg><path d="M0 0h1"/>'],
    ["a drawing closed twice", '<svg><path d="M0 0h1"/></svg></svg>'],
    ["an empty drawing", "<svg></svg>"],
    ["entities", '<!DOCTYPE svg [<!ENTITY x "y">]><svg><path d="M0 0h1"/></svg>'],
    ["more than any QR code needs", `<svg><path d="${"M0 0h1".repeat(100_000)}"/></svg>`],
  ])("is refused if the markup is %s", (_what, markup) => {
    expect(imageIn(markup)).toBeNull();
  });

  test("contains only known shapes and numbers, whatever the markup", () => {
    const part = fc.constantFrom(
      "<svg",
      "<path",
      "<rect",
      ">",
      "/>",
      "</svg>",
      ' d="M0 0"',
      ' onload="x"',
      "<script>",
      ' fill="red"',
      "</g>",
      "<g>",
      '"',
      "<!--",
      "-->",
      "&lt;",
      ' href="javascript:x"',
      " ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const address = imageIn(`<svg>${parts.join("")}</svg>`);
        if (address !== null)
          expect(drawn(address)).toMatch(
            /^(?:<\/?(?:svg|g|path|rect)(?: (?:xmlns="http:\/\/www\.w3\.org\/2000\/svg"|d="M0 0"|fill="red"))*\/?>)+$/,
          );
      }),
    );
  });
});
