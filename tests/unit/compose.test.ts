/** `compose.yaml`, the examples of settings and nginx's configuration must match each other and the product. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../server/config/config";
import { SETTINGS } from "../../server/config/settings";

interface Service {
  env_file?: string;
  environment: Record<string, string | number>;
  volumes?: string[];
  networks: Record<string, { ipv4_address: string } | null> | string[];
  command?: string;
  [key: string]: unknown;
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const { redis, nginx, ...containers } = compose.services;
const configuration = read("deploy/nginx/nginx.conf");
const all = Object.entries(compose.services);
const own = Object.entries(containers);

const MARKETS = ["th", "la"] as const;
/** The settings in a market's example. `commented`: including those that are commented out. */
const example = (market: string, { commented = false } = {}) => {
  const text = read(`deploy/${market}.env.example`);
  return parseEnv(commented ? text.replace(/^#(?=[A-Z_]+=)/gm, "") : text);
};

const megabytes = (text: unknown) => Number(/^(\d+)m$/.exec(String(text))?.[1]);
/** Seconds that a stop takes at most (`server.ts`). */
const STOP_SECONDS = 80;
/** Set by the image, or for development and tests only. */
const NOT_OPERATORS = ["NODE_ENV", "DATA_DIR", "SANDBOX", "SANDBOX_PORT", "TEST_SYSTEM", "RATE_LIMITS"];

describe.each(MARKETS)("market %s", (market) => {
  const mine = own.filter(([name]) => name.startsWith(`${market}-`));
  /** What the operator must add to the example. */
  const filled = {
    SESSION_SECRET: randomBytes(32).toString("hex"),
    OPERATOR_API_URL: `https://${market}.operator.example`,
    OPERATOR_NAME: "Wallet",
    LICENCE_TEXT: "Licence",
    HELPLINES: "Help=1323",
  };
  const configOf = (settings: Record<string, string | undefined>) => {
    const fixed = Object.entries(mine[0]![1].environment).map(([name, value]) => [name, String(value)]);
    return readConfig({ NODE_ENV: "production", ...settings, ...filled, ...Object.fromEntries(fixed) });
  };

  test("has two containers with its own settings and the same Redis", () => {
    expect(mine).toHaveLength(2);
    for (const [, { env_file, environment }] of mine) {
      expect(env_file).toBe(`deploy/${market}.env`);
      expect(environment).toMatchObject({ MARKET: market, REDIS_URL: "redis://redis:6379", TRUST_PROXY: 1 });
    }
  });

  test("passes every setting to the product", () => {
    const reached = [...Object.keys(example(market, { commented: true })), ...Object.keys(mine[0]![1].environment)];
    const expected = Object.keys(SETTINGS).filter((name) => !NOT_OPERATORS.includes(name));
    expect(expected.filter((name) => !reached.includes(name))).toEqual([]);
  });

  test("starts with its completed example, in which every commented setting is valid", () => {
    expect(configOf(example(market))).toMatchObject({ market, production: true, secure: true, trustProxy: 1 });
    expect(configOf(example(market, { commented: true }))).toMatchObject({ market, production: true });
  });

  test("has no secret and no text of another market in its example", () => {
    const values = example(market);
    for (const name of Object.keys(filled)) expect(values[name], name).toBe("");
    expect(values.MIN_AGE).toBe({ th: "20", la: "18" }[market]);
    expect(new URL(values.PUBLIC_ORIGIN!).hostname).toMatch(new RegExp(`^${market}\\.`));
  });

  test("has its containers, name and certificate in nginx", () => {
    const addresses = mine.map(([, { networks }]) => (networks as Record<string, { ipv4_address: string }>).inside!);
    for (const name of [market, `${market}-chat`]) {
      const upstream = new RegExp(`upstream ${name} \\{([^}]*)\\}`).exec(configuration)![1]!;
      expect(upstream.match(/^ *server .*$/gm)!.map((line) => line.trim())).toEqual(
        addresses.map(({ ipv4_address }) => `server ${ipv4_address}:3000 max_fails=0;`),
      );
    }
    expect(configuration).toContain(`server_name ${new URL(example(market).PUBLIC_ORIGIN!).hostname};`);
    expect(configuration).toContain(`/etc/nginx/certs/${market}/privkey.pem`);
  });
});

describe("each container of a market", () => {
  test.each(own)("%s has time to finish its money operations", (_name, { stop_grace_period }) => {
    expect(Number(/^(\d+)s$/.exec(String(stop_grace_period))![1])).toBeGreaterThan(STOP_SECONDS);
  });

  test.each(own)("%s has memory for three times the heap of its option, and 256 MB more", (_name, service) => {
    const [, old] = /--max-old-space-size=(\d+)/.exec(String(service.environment.NODE_OPTIONS))!;
    const [, semi] = /--max-semi-space-size=(\d+)/.exec(String(service.environment.NODE_OPTIONS))!;
    // The young generation has three semi-spaces. The option also applies to the two threads that read pictures.
    const heap = Number(old) + 3 * Number(semi);
    expect(megabytes(service.mem_limit)).toBeGreaterThanOrEqual(3 * heap + 256);
    expect(service.memswap_limit).toBe(service.mem_limit);
  });

  test.each(own)("%s cannot change its files or gain rights", (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  });
});

test.each(all)("%s has a limited log and limited memory", (_name, { logging, mem_limit }) => {
  expect(logging).toMatchObject({ driver: "json-file", options: { "max-size": "10m", "max-file": "5" } });
  expect(megabytes(mem_limit)).toBeGreaterThan(0);
});

test("Redis writes every change to disk before it answers, evicts nothing and cannot be reached from outside", () => {
  for (const option of ["--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction"])
    expect(redis!.command).toContain(option);
  const data = Number(/--maxmemory (\d+)mb/.exec(redis!.command!)![1]);
  expect(megabytes(redis!.mem_limit)).toBeGreaterThan(2 * data);
  expect(redis!.ports).toBeUndefined();
  expect(redis!.networks).toEqual(["inside"]);
  expect(compose.networks.inside).toMatchObject({ internal: true });
});

test("only nginx can be reached from outside, with the configuration of this repository", () => {
  expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["nginx"]);
  expect(nginx!.volumes).toContain("./deploy/nginx/nginx.conf:/etc/nginx/nginx.conf:ro");
});

test("files with secrets are not committed", () => {
  expect(read(".gitignore").split("\n")).toEqual(expect.arrayContaining(["deploy/*.env", "deploy/certs/"]));
});
