/** The rules of the layout (README, "Layout"): what may know what, and how long a file may get. */
import { describe, expect, test } from "vitest";
import { sources, type Import, type Source } from "../support/sources";

const server = sources("server");
const app = sources("app");
const entry = sources("server.ts");

/** `importing file → imported file` for every import that breaks a rule. */
const offences = (files: Source[], breaks: (target: Import, source: Source) => boolean) =>
  files.flatMap((source) =>
    source.imports.filter((one) => breaks(one, source)).map((one) => `${source.path} → ${one.target}`),
  );

const inside = (target: string, folder: string) => target === folder || target.startsWith(`${folder}/`);

describe("layout", () => {
  test("the server knows nothing of the pages", () => {
    expect(offences([...server, ...entry], ({ target }) => inside(target, "app"))).toEqual([]);
  });

  test("pages take only types from the server", () => {
    expect(offences(app, ({ target, typeOnly }) => inside(target, "server") && !typeOnly)).toEqual([]);
  });

  test("a route imports no other route", () => {
    const routeOf = (path: string) => /^app\/routes\/([^/]+)/.exec(path)?.[1]?.replace(/\.tsx?$/, "");
    const routes = app.filter(({ path }) => routeOf(path));
    expect(
      offences(routes, ({ target, typeOnly }, { path }) => {
        const other = routeOf(target);
        return !typeOnly && other !== undefined && other !== routeOf(path);
      }),
    ).toEqual([]);
  });

  test("only the entry and the sandbox itself know the sandbox", () => {
    const strangers = [...app, ...server.filter(({ path }) => !inside(path, "server/sandbox"))];
    expect(offences(strangers, ({ target }) => inside(target, "server/sandbox"))).toEqual([]);
  });

  test("the script of the browser brings no library along", () => {
    const enhance = app.filter(({ path }) => inside(path, "app/enhance"));
    expect(
      offences(
        enhance,
        ({ target, typeOnly }) => !typeOnly && !inside(target, "app/enhance") && !inside(target, "app/lib"),
      ),
    ).toEqual([]);
  });

  test("no page loads React, a router or Remix's client", () => {
    const loading = app.filter(
      ({ path, text }) => path.startsWith("app/entry.client") || /<(Scripts|LiveReload)\b/.test(text),
    );
    expect(loading.map(({ path }) => path)).toEqual([]);
  });

  test("no source file is longer than 250 lines", () => {
    const long = [...app, ...server, ...entry].filter(({ lines }) => lines > 250);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });
});
