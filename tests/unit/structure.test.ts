/** The rules of the layout (README, "Layout"): allowed imports, the places of a capability, the length of files. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CAPABILITIES, SHARED } from "../support/capabilities";
import { root } from "../support/root";
import { circles, closure, parseSource, sources, type Import, type Source } from "../support/sources";

const server = sources("server");
const app = sources("app");
const entry = sources("server.ts");
const all = new Map([...server, ...app, ...entry, ...sources("locales")].map((source) => [source.path, source]));

const inside = (target: string, folder: string) => target.startsWith(`${folder}/`);

/** `importing file → imported file` for every import that breaks a rule. */
const offences = (files: Source[], breaks: (target: Import, source: Source) => boolean) =>
  files.flatMap((source) =>
    source.imports.filter((one) => breaks(one, source)).map((one) => `${source.path} → ${one.target}`),
  );

describe("layers", () => {
  test("the server does not import pages", () => {
    expect(offences([...server, ...entry], ({ target }) => inside(target, "app"))).toEqual([]);
  });

  test("pages import only types from the server", () => {
    expect(offences(app, ({ target, typeOnly }) => inside(target, "server") && !typeOnly)).toEqual([]);
  });

  test("only server.ts and the sandbox import the sandbox", () => {
    const strangers = [...app, ...server.filter(({ path }) => !inside(path, "server/sandbox"))];
    expect(offences(strangers, ({ target }) => inside(target, "server/sandbox"))).toEqual([]);
  });

  test("a route imports no other route, not even types", () => {
    const routeOf = (path: string) => /^app\/routes\/([^/]+)/.exec(path)?.[1]?.replace(/\.tsx?$/, "");
    const strangers = ({ target }: Import, { path }: Source) => {
      const other = routeOf(target);
      return other !== undefined && other !== routeOf(path);
    };
    expect(offences(app, strangers)).toEqual([]);
  });

  test("features import no routes, ui no features, and lib only lib", () => {
    const below = (folder: string, ...allowed: string[]) =>
      offences(
        app.filter(({ path }) => inside(path, folder)),
        ({ target, typeOnly }) =>
          inside(target, "app") && !allowed.some((one) => target.startsWith(one)) && !(typeOnly && folder === "app/ui"),
      );
    const shared = ["app/lib/", "app/ui/", "app/i18n.ts", "app/actions.ts", "app/root.tsx"];
    expect(below("app/features", "app/features/", ...shared)).toEqual([]);
    expect(below("app/ui", "app/ui/", "app/lib/", "app/i18n.ts")).toEqual([]);
    expect(below("app/lib", "app/lib/")).toEqual([]);
  });

  test("lib is pure: no React, no Remix, no state", () => {
    const lib = app.filter(({ path }) => inside(path, "app/lib"));
    expect(offences(lib, ({ target }) => /^(react|@remix-run|@conform-to)/.test(target))).toEqual([]);
    const remembering = lib.filter(({ text }) =>
      /^(?:export )?(?:let |const \w+ = new (?:Weak)?(?:Map|Set)\b)/m.test(text),
    );
    expect(remembering.map(({ path }) => path)).toEqual([]);
  });

  test("the server's folders import each other in one direction", () => {
    const order = [
      ["log", "database"],
      ["workers"],
      ["operator"],
      ["providers", "brand"],
      ["protection"],
      ["config", "codes", "operations", "statement", "conversation"],
      ["audit"],
      ["backup"],
      ["context"],
      ["session"],
      ["http", "stores"],
      ["uploads", "metrics", "traces", "conform"],
      ["services"],
      ["chat"],
      ["slips", "pages"],
      ["app"],
    ];
    const roomOf = (path: string) => /^server\/(\w+)/.exec(path)?.[1] ?? "";
    const floorOf = (path: string) => order.findIndex((floor) => floor.includes(roomOf(path)));
    const product = server.filter(({ path }) => !inside(path, "server/sandbox"));
    expect(product.map(({ path }) => path).filter((path) => floorOf(path) === -1)).toEqual([]);
    const upwards = ({ target }: Import, { path }: Source) =>
      inside(target, "server") && roomOf(target) !== roomOf(path) && floorOf(target) >= floorOf(path);
    expect(offences(product, upwards)).toEqual([]);
  });

  test("there are no circular imports, including types", () => {
    expect(circles(all)).toEqual([]);
  });

  test("server/ has only five files outside its folders", () => {
    const top = readdirSync(join(root, "server"), { withFileTypes: true }).filter((one) => one.isFile());
    expect(top.map(({ name }) => name).sort()).toEqual([
      "app.ts",
      "context.ts",
      "database.ts",
      "log.ts",
      "services.ts",
    ]);
  });
});

describe("what browsers get", () => {
  /** Everything that the script imports, directly or not. */
  const brought = [...closure("app/enhance/index.ts", all)];

  test("the script contains no library", () => {
    expect(brought.filter((target) => !inside(target, "app/enhance") && !inside(target, "app/lib"))).toEqual([]);
  });

  test("no page loads React, a router or Remix's client", () => {
    const loading = app.filter(
      ({ path, text }) => path.startsWith("app/entry.client") || /<(Scripts|LiveReload)\b/.test(text),
    );
    expect(loading.map(({ path }) => path)).toEqual([]);
  });
});

describe("capabilities", () => {
  const words = Object.keys(CAPABILITIES);
  const homes = (kind: "contract" | "feature" | "texts" | "journey") =>
    words.filter((word) => CAPABILITIES[word]![kind]);
  const named = (folder: string, extension: RegExp) =>
    readdirSync(join(root, folder))
      .filter((name) => extension.test(name))
      .map((name) => name.replace(extension, ""))
      .sort();

  test("each contract and sandbox file belongs to a capability", () => {
    expect(named("server/operator/contract", /\.ts$/)).toEqual([...homes("contract"), ...SHARED.contract].sort());
    expect(named("server/sandbox/calls", /\.ts$/)).toEqual([...homes("contract"), ...SHARED.calls].sort());
  });

  test("each feature folder belongs to a capability", () => {
    expect(readdirSync(join(root, "app/features")).sort()).toEqual(homes("feature").sort());
  });

  test.each(["en", "th", "la"])("each file of texts in %s belongs to a capability or is shared", (language) => {
    expect(named(`locales/${language}`, /\.json$/)).toEqual([...homes("texts"), ...SHARED.texts].sort());
  });

  test("each end-to-end test belongs to a capability or is shared", () => {
    const ownerOf = (name: string) =>
      homes("journey").find((word) => name === word || name.startsWith(`${word}-`)) ??
      SHARED.journeys.find((word) => name === word);
    const journeys = named("tests/e2e", /\.spec\.ts$/);
    expect(journeys.filter((name) => !ownerOf(name))).toEqual([]);
    expect(homes("journey").filter((word) => !journeys.includes(word))).toEqual([]);
  });

  test("each route belongs to a capability or is shared", () => {
    const routes = readdirSync(join(root, "app/routes")).map((name) => name.replace(/\.tsx?$/, ""));
    const prefixes = words.flatMap((word) => CAPABILITIES[word]!.routes);
    const belongs = (route: string, prefix: string) =>
      route === prefix || new RegExp(`^${prefix.replace(/[.$]/g, "\\$&")}[._]`).test(route);
    const shared: readonly string[] = SHARED.routes;
    expect(routes.filter((route) => !shared.includes(route) && !prefixes.some((one) => belongs(route, one)))).toEqual(
      [],
    );
    expect(prefixes.filter((prefix) => !routes.some((route) => belongs(route, prefix)))).toEqual([]);
  });

  test("all files of texts are loaded", () => {
    const index = all.get("locales/index.ts")!.imports.map(({ target }) => target);
    const stored = ["en", "th", "la"].flatMap((language) =>
      named(`locales/${language}`, /\.json$/).map((name) => `locales/${language}/${name}.json`),
    );
    // The server reads the texts of its own pages.
    expect(stored.filter((path) => !index.includes(path) && !path.endsWith("/server.json"))).toEqual([]);
  });
});

test("no source file is longer than 250 lines", () => {
  const long = [...app, ...server, ...entry].filter(({ lines }) => lines > 250);
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});

describe("the rules notice", () => {
  const withFile = (path: string, text: string) => new Map([...all, [path, parseSource(path, text)]]);

  test.each([
    ["an import", 'import dayjs from "dayjs";'],
    ["a require", 'const dayjs = require("dayjs");'],
    ["a require by assignment", 'import dayjs = require("dayjs");'],
    ["a dynamic import", 'export const load = () => import("dayjs");'],
    ["an indirect import", 'import { startOfDay } from "../lib/start-of-day";'],
    ["an indirect import by the alias", 'export { startOfDay } from "~/lib/start-of-day";'],
  ])("%s that imports a library into the script", (_how, text) => {
    const path = "app/enhance/added.ts";
    expect(closure(path, withFile(path, text))).toContain("dayjs");
  });

  test.each([
    ["an import", 'import { x } from "./config/config";', "server/config/config.ts"],
    ["a type", 'export type { X } from "./config/config";', "server/config/config.ts"],
    ["an inline type import", 'export type X = import("./context").Context;', "server/context.ts"],
    ["an index", 'import { contract } from "./operator/contract";', "server/operator/contract/index.ts"],
  ])("%s and its target", (_how, text, target) => {
    expect(parseSource("server/added.ts", text).imports.map((one) => one.target)).toContain(target);
  });

  test("a circular import of types", () => {
    const [one, other] = ["app/lib/money.ts", "app/lib/pages.ts"];
    const changed = new Map([
      ...all,
      [one, parseSource(one, 'import type { Added } from "./pages";')],
      [other, parseSource(other, 'export type Added = import("./money").Added;')],
    ]);
    expect(circles(changed)).toContainEqual(expect.arrayContaining([one, other]));
  });

  test("only files that exist", () => {
    expect([...all.keys()].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
