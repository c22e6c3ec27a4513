/** The rules for stylesheets: their places, their order, and the CSS features they use. */
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
  test("styles.css imports every stylesheet once", () => expect([...listed].sort()).toEqual(sheets.sort()));

  test("general stylesheets come before those of components and pages", () => {
    const places = ["styles", "ui", "features", "routes"];
    const order = listed.map((file) => places.indexOf(file.split("/")[0]!));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("a stylesheet is in the folder of what it styles", () => {
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

  test("CSS uses only features of browsers from 2020", () => {
    const newer = sheets.flatMap((file) => {
      const found: string[] = [];
      postcss.parse(read(file)).walk((node) => {
        // `@container` may only correct what large text breaks: older browsers pass over it.
        if (node.type === "atrule" && /^(layer|scope|starting-style)$/.test(node.name)) found.push(node.name);
        if (node.type === "rule" && node.parent?.type === "rule") found.push(`nested ${node.selector}`);
        if (node.type === "decl" && /\b(color-mix|light-dark|oklch)\(/.test(node.value)) found.push(node.value);
      });
      return found.map((what) => `${file}: ${what}`);
    });
    expect(newer).toEqual([]);
  });

  test("code uses no design tokens, because the build replaces them by their values", () => {
    // The build does not contain the kit.
    const code = files("app", /\.tsx?$/).filter((file) => /var\(--/.test(read(file)) && !file.startsWith("kit/"));
    expect(code).toEqual([]);
  });
});
