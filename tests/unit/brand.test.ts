/** BRAND_FILE: what is accepted, and what stops the start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { PNG } from "pngjs";
import { afterAll, describe, expect, test } from "vitest";
import { contrast, hslOf } from "../../server/brand/colour";
import { readBrand } from "../../server/brand/file";
import { GROUNDS, nearestReadable, paletteOf, unreadable } from "../../server/brand/palette";
import { readPicture } from "../../server/brand/picture";
import { ConfigError, readConfig } from "../../server/config/config";
import { BRANDS, brandFile } from "../support/brands";
import { root } from "../support/root";

const folder = mkdtempSync(join(tmpdir(), "wallet-brand-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (content: unknown) => {
  const path = join(folder, "brand.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const faultsOf = (content: unknown) => readBrand({ BRAND_FILE: file(content) }).faults;
const svg = (inside: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"${more}>${inside}</svg>`;

describe("BRAND_FILE", () => {
  test("without it there is no brand, and the name is the operator's", () => {
    expect(readConfig({ OPERATOR_NAME: "Wallet" })).toMatchObject({ brand: null, operatorName: "Wallet" });
  });

  test.each(BRANDS)("the example %s is accepted, and names the app", (name) => {
    const { brand, operatorName } = readConfig({ BRAND_FILE: brandFile(name), OPERATOR_NAME: "Wallet" });
    expect(operatorName).toBe(brand!.name);
    expect(brand!.logo!.href).toMatch(/^\/assets\/brand-[\da-f]{12}\.svg$/);
    expect(brand!.favicon).toEqual(brand!.logo);
  });

  test.each([
    ["no JSON", "{secret", "BRAND_FILE: expected a JSON file"],
    ["an unknown key", { name: "A", secret: 1 }, "BRAND_FILE: at the top: "],
    ["no name", {}, "BRAND_FILE: at name: "],
    ["a colour by name", { name: "A", accent: { light: "secret", dark: "#ffffff" } }, "BRAND_FILE: at accent.light: "],
    ["one colour only", { name: "A", accent: { light: "#1c4f7e" } }, "BRAND_FILE: at accent.dark: "],
    ["a picture that is not there", { name: "A", logo: "secret.svg" }, "BRAND_FILE: at logo: expected a file that can"],
    ["another theme", { name: "A", theme: "secret" }, "BRAND_FILE: at theme: "],
    [
      "a link without https",
      { name: "A", links: [{ href: "http://secret.example", text: { th: "a", la: "a", en: "a" } }] },
      "BRAND_FILE: at links.0.href: expected an https address",
    ],
  ])("%s stops the start with the place of the fault, not the value", (_what, content, fault) => {
    const faults = faultsOf(content);
    expect(faults.join("\n")).toContain(fault);
    if (fault !== "BRAND_FILE: at the top: ") expect(faults.join("\n")).not.toContain("secret");
    expect(() => readConfig({ BRAND_FILE: file(content) })).toThrow(ConfigError);
  });

  test("a file that is not there stops the start", () => {
    const { faults } = readBrand({ BRAND_FILE: join(folder, "none.json") });
    expect(faults).toEqual(["BRAND_FILE: expected a JSON file that can be read"]);
  });
});

describe("colours", () => {
  test("contrast is that of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });

  test("the grounds are those of the design tokens", () => {
    const css = readFileSync(join(root, "app/styles/tokens.css"), "utf8");
    const [light, dark] = css.split("@media (prefers-color-scheme: dark)") as [string, string];
    const long = (colour: string) => colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
    const valuesIn = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/(--[\w-]+): (#[\da-f]+);/g)].map(([, name, value]) => [name, long(value!)]),
      );
    expect(valuesIn(light)).toMatchObject(GROUNDS.light);
    expect({ ...valuesIn(light), ...valuesIn(dark) }).toMatchObject(GROUNDS.dark);
  });

  test("an accent that cannot be read is named with the pair, its ratio, and the nearest colour that passes", () => {
    expect(faultsOf({ name: "A", accent: { light: "#ffcc00", dark: "#1c4f7e" } })).toEqual([
      `BRAND_FILE: at accent.light: expected a contrast of 4.5 for --color-brand on --color-sunken, found 1.25; the nearest colour that passes is ${nearestReadable("#ffcc00", "light")}`,
      `BRAND_FILE: at accent.dark: expected a contrast of 4.5 for --color-brand on --color-good-tint, found 1.68; the nearest colour that passes is ${nearestReadable("#1c4f7e", "dark")}`,
    ]);
  });

  const HUES = Array.from({ length: 24 }, (_, index) => index * 15);
  test.each(["light", "dark"] as const)(
    "in the %s scheme every hue has a colour that passes, of the same hue",
    (scheme) => {
      for (const hue of HUES) {
        const accent = `#${[0, 8, 4]
          .map((at) =>
            Math.round(127 + 120 * Math.cos(((hue + at * 30) * Math.PI) / 180))
              .toString(16)
              .padStart(2, "0"),
          )
          .join("")}`;
        const nearest = nearestReadable(accent, scheme)!;
        expect(unreadable(nearest, scheme), accent).toEqual([]);
        const turn = Math.abs(hslOf(nearest)[0] - hslOf(accent)[0]);
        expect(Math.min(turn, 360 - turn), accent).toBeLessThan(4);
      }
    },
  );

  test("what is pressed differs from what is not", () => {
    for (const [accent, scheme] of [
      ["#1c4f7e", "light"],
      ["#93c3ec", "dark"],
    ] as const) {
      const palette = paletteOf(accent, scheme);
      expect(palette["--color-brand-press"]).not.toBe(palette["--color-brand"]);
    }
  });
});

describe("pictures", () => {
  const read = (text: string) => readPicture(Buffer.from(text)).bytes.toString();

  test.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["a script by another name", svg('<g xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script></g>')],
    ["an event", svg("", ' onload="alert(1)"')],
    ["HTML", svg("<foreignObject><p>Pay here</p></foreignObject>")],
    ["a picture from elsewhere", svg('<image href="https://else.example/a.png"/>')],
    ["a reference to elsewhere", svg('<use href="https://else.example/a.svg#a"/>')],
    ["a fill from elsewhere", svg('<path d="M0 0" fill="url(https://else.example/a.svg#a)"/>')],
    ["a fill from elsewhere, quoted", svg(`<path d="M0 0" fill="url('//else.example/a.svg#a')"/>`)],
    ["a fill from elsewhere, escaped", svg(`<path d="M0 0" fill="u\\72l(//else.example)"/>`)],
    ["styles", svg("<style>@import 'https://else.example/a.css'</style>")],
    ["a style attribute", svg('<path d="M0 0" style="fill:url(//else.example)"/>')],
    ["an animation", svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ["a link", svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("<title>&a;</title>")}`],
    ["a character by its number", svg("<title>&#60;script&#62;</title>")],
    ["an instruction", `<?xml-stylesheet href="https://else.example/a.css"?>${svg("")}`],
    ["a comment", svg("<!-- a -->")],
    ["no drawing", "<p>text</p>"],
    ["no viewBox", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["too many bytes", svg(`<path d="${"M0 0".repeat(5000)}"/>`)],
  ])("an SVG with %s is refused", (_what, text) => expect(() => read(text)).toThrow(/^expected an SVG/));

  test("gradients of the same drawing stay", () => {
    const drawing = svg(
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h9" fill="url(#a)"/>',
    );
    expect(read(drawing)).toContain('<linearGradient id="a">');
    expect(read(drawing)).toContain('fill="url(#a)"');
  });

  const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));

  test("a PNG is drawn again, so that it has nothing but pixels", () => {
    const comment = Buffer.from("tEXt<script>");
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(comment.length - 4);
    sum.writeUInt32BE(crc32(comment));
    const plain = png(32, 32);
    const hidden = Buffer.concat([plain.subarray(0, 33), length, comment, sum, plain.subarray(33)]);
    const { type, bytes } = readPicture(hidden);
    expect(type).toBe("image/png");
    expect(bytes.includes("<script>")).toBe(false);
    expect(PNG.sync.read(bytes)).toMatchObject({ width: 32, height: 32 });
  });

  test.each([
    ["too wide", png(513, 1)],
    ["longer than its end", Buffer.concat([png(32, 32), Buffer.from("<script>")])],
    ["cut off", png(32, 32).subarray(0, 40)],
    [
      "interlaced",
      (() => {
        const bytes = png(8, 8);
        bytes[28] = 1;
        return bytes;
      })(),
    ],
  ])("a PNG that is %s is refused", (_what, bytes) => expect(() => readPicture(bytes)).toThrow(/^expected a PNG/));
});
