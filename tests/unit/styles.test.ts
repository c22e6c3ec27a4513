/** The rules of the stylesheet: where its files stand, in which order they follow, and what they may ask of browsers. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { describe, expect, test } from "vitest";
import { root } from "../support/root";

const files = (folder: string, end: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) => end.test(file));
const read = (file: string) => readFileSync(join(root, "app", file), "utf8");

const listed = [...read("styles.css").matchAll(/@import "\.\/([^"]+)";/g)].map(([, file]) => file!);
const sheets = files("app", /\.css$/).filter((file) => file !== "styles.css");

describe("styles", () => {
  test("every file of styles is in the list, once", () => expect([...listed].sort()).toEqual(sheets.sort()));

  test("what holds for all pages comes first, what one page has comes last", () => {
    const places = ["styles", "ui", "features", "routes"];
    const order = listed.map((file) => places.indexOf(file.split("/")[0]!));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("a file of styles stands beside what it styles", () => {
    const code = files("app", /\.tsx$/)
      .map(read)
      .join();
    const strangers = sheets.filter((file) => {
      if (file.startsWith("styles/") || existsSync(join(root, "app", file.replace(/css$/, "tsx")))) return false;
      const [, name] = /([^/]+)\.css$/.exec(file)!;
      return !new RegExp(`className="([^"]* )?${name}[" ]`).test(code);
    });
    expect(strangers).toEqual([]);
  });

  test("nothing that browsers of 2020 cannot read", () => {
    const newer = sheets.flatMap((file) => {
      const found: string[] = [];
      postcss.parse(read(file)).walk((node) => {
        if (node.type === "atrule" && /^(layer|container|scope|starting-style)$/.test(node.name)) found.push(node.name);
        if (node.type === "rule" && node.parent?.type === "rule") found.push(`nested ${node.selector}`);
        if (node.type === "decl" && /\b(color-mix|light-dark|oklch)\(/.test(node.value)) found.push(node.value);
      });
      return found.map((what) => `${file}: ${what}`);
    });
    expect(newer).toEqual([]);
  });

  test("no code names a token: the build puts values in their place", () => {
    // The kit is not built.
    const code = files("app", /\.tsx?$/).filter((file) => /var\(--/.test(read(file)) && !file.startsWith("kit/"));
    expect(code).toEqual([]);
  });
});
