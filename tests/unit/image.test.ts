import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const dockerfile = read("Dockerfile");
/** The stages by name. */
const stages = new Map(
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => [/^\S+ AS (\w+)$/m.exec(stage)![1]!, stage]),
);
const shipped = stages.get("runtime")!;

describe("the image", () => {
  test("is for a real operator unless another target is named", () => {
    expect([...stages.keys()].at(-1)).toBe("production");
    expect(stages.get("production")!.trim()).toBe("runtime AS production");
    expect(stages.get("sandbox")).toMatch(
      /^runtime AS sandbox\nCOPY --from=build \/app\/build\/sandbox\.mjs build\/\nCOPY --from=build \/app\/public\/clips public\/clips\/$/m,
    );
  });

  test("runs as an unprivileged user that owns the data folder", () => {
    expect(shipped).toMatch(/^USER node$/m);
    expect(shipped).toMatch(/chown node:node \/data/);
    expect(shipped).toMatch(/^VOLUME \/data$/m);
    expect(shipped).toMatch(/DATA_DIR=\/data/);
  });

  test("has a health check that does not start Node again", () =>
    expect(shipped).toMatch(/^HEALTHCHECK .* CMD \["bin\/healthcheck"\]$/m));

  test("passes signals directly to the server", () =>
    expect(shipped).toMatch(/^CMD \["node", "build\/server\.mjs"\]$/m));

  test("is made by bin/image.ts and runs no install scripts", () => {
    expect(stages.get("build")).toMatch(/bin\/image\.ts \/image$/m);
    expect(shipped.match(/^COPY .*$/gm)).toEqual(["COPY --from=build /image ./"]);
    for (const install of dockerfile.match(/npm ci.*/g) ?? []) expect(install).toContain("--ignore-scripts");
  });

  test("sets NODE_ENV=production, so the sandbox starts only with SANDBOX=1", () => {
    expect(shipped).toMatch(/NODE_ENV=production/);
    expect(shipped).not.toMatch(/SANDBOX/);
  });

  test("copies only what the build needs: no data, no Git history, no local settings", () => {
    const [first, ...rest] = read(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(first).toBe("*");
    const allowed = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    for (const name of ["data", ".git", ".env", "node_modules", "build"]) expect(allowed).not.toContain(name);
  });

  test("uses a supported version of Node", () => {
    const [, version] = /^ARG NODE=(\d+)$/m.exec(dockerfile) ?? [];
    expect(Number(version)).toBeGreaterThanOrEqual(24);
  });
});
