import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const dockerfile = read("Dockerfile");
/** The stages of the image; the last one is what is shipped. */
const stages = dockerfile.split(/^FROM /m).slice(1);
const shipped = stages.at(-1)!;

describe("the image", () => {
  test("runs as an ordinary user that owns its data", () => {
    expect(shipped).toMatch(/^USER node$/m);
    expect(shipped).toMatch(/chown node:node \/data/);
    expect(shipped).toMatch(/^VOLUME \/data$/m);
    expect(shipped).toMatch(/DATA_DIR=\/data/);
  });

  test("knows whether it is well", () => expect(shipped).toMatch(/^HEALTHCHECK [^]*\/healthz/m));

  test("hands signals to the server itself", () => expect(shipped).toMatch(/^CMD \["node", "build\/server\.mjs"\]$/m));

  test("carries no development packages and runs no install scripts", () => {
    expect(shipped).not.toMatch(/npm (ci|install)/);
    expect(shipped).toMatch(/COPY --from=dependencies \/app\/node_modules/);
    expect(stages.find((stage) => /AS dependencies$/m.test(stage))).toMatch(/npm ci --omit=dev --ignore-scripts/);
    for (const install of dockerfile.match(/npm ci.*/g) ?? []) expect(install).toContain("--ignore-scripts");
  });

  test("is production, so the sandbox starts only where it is asked for", () => {
    expect(shipped).toMatch(/NODE_ENV=production/);
    expect(shipped).not.toMatch(/SANDBOX/);
  });

  test("takes in only what the build needs: no data, no history, no settings of this machine", () => {
    const [first, ...rest] = read(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(first).toBe("*");
    const allowed = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    for (const name of ["data", ".git", ".env", "node_modules", "build"]) expect(allowed).not.toContain(name);
  });

  test("is built on a Node that is still supported", () => {
    const [, version] = /^ARG NODE=(\d+)$/m.exec(dockerfile) ?? [];
    expect(Number(version)).toBeGreaterThanOrEqual(24);
  });
});

describe("compose.yaml", () => {
  const compose = read("compose.yaml");

  test("leaves money operations the time to end before it kills", () => {
    const seconds = [...compose.matchAll(/stop_grace_period: (\d+)s/g)].map(([, value]) => Number(value));
    expect(seconds.length).toBeGreaterThan(0);
    for (const value of seconds) expect(value).toBeGreaterThanOrEqual(75);
  });

  test.each(["th", "la"])("has a service for market %s with data of its own", (market) => {
    const service = new RegExp(`^  ${market}:\\n(?:    .*\\n)+`, "m").exec(compose)?.[0] ?? "";
    expect(service).toContain("<<: *market");
    expect(service).toContain(`MARKET: ${market}`);
    expect(service).toContain(`${market}-data:/data`);
  });

  test("holds no secret", () => {
    for (const [, value] of compose.matchAll(/_?SECRET: (.*)/g)) expect(value).toMatch(/^\$\{\w+:\?\}$/);
  });
});
