import { readRedisAddress } from "../../server/config/redis-address";
import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../../server/config/config";
import { secretFault } from "../../server/config/secret-strength";

const SECRET = randomBytes(32).toString("hex");
const OTHER = randomBytes(32).toString("base64");

/** The bytes 00 01 02 … */
const COUNTED = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const hashOf = (name: string, text: string) => createHash(name).update(text).digest("hex");

/** All settings that production with a real operator requires. */
const PRODUCTION = {
  NODE_ENV: "production",
  OPERATOR_API_URL: "https://operator.example",
  PUBLIC_ORIGIN: "https://wallet.example",
  SESSION_SECRET: SECRET,
  OPERATOR_NAME: "Operator",
  LICENCE_TEXT: "Licence 1",
  MIN_AGE: "20",
  HELPLINES: "Help=1323",
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test("without settings, the sandbox of the Thai market starts", () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    market: "th",
    locale: "th",
    timeZone: "Asia/Bangkok",
    currencies: ["BAHT"],
    phoneDigits: 10,
    minAge: 20,
    operatorUrl: null,
    sandbox: true,
    publicOrigin: "http://localhost:3000",
    secure: false,
    fpQrMinimum: 1000,
    withdrawCall: "withdrawAll",
    appVersion: "1.1.14",
    drainDelayMs: 0,
    rateLimits: true,
  });
});

test("the Lao market has its own language, time zone, currencies, phone rule and minimum age", () => {
  expect(readConfig({ MARKET: "la" })).toMatchObject({
    locale: "la",
    timeZone: "Asia/Vientiane",
    currencies: ["LAK", "BAHT"],
    phoneDigits: null,
    minAge: 18,
  });
});

test("LAOS_OPTION adds kip to the Thai market, and has no rule for the length of phone numbers", () => {
  expect(readConfig({ LAOS_OPTION: "1" })).toMatchObject({
    currencies: ["BAHT", "LAK"],
    phoneDigits: null,
    laos: true,
  });
});

test("production starts with all required settings", () => {
  expect(faultsOf(PRODUCTION)).toEqual([]);
  expect(readConfig(PRODUCTION)).toMatchObject({ production: true, sandbox: false, secure: true, drainDelayMs: 5000 });
});

test("a private network can be the public origin in development, but not in production", () => {
  for (const host of ["192.168.1.20", "10.0.0.7", "172.20.1.2"]) {
    const origin = { PUBLIC_ORIGIN: `http://${host}:3000` };
    expect(readConfig(origin)).toMatchObject({ publicOrigin: origin.PUBLIC_ORIGIN, secure: false });
    expect(faultsOf({ ...PRODUCTION, ...origin }).map(nameOf)).toEqual(["PUBLIC_ORIGIN"]);
  }
  expect(faultsOf({ PUBLIC_ORIGIN: "http://172.32.0.1" }).map(nameOf)).toEqual(["PUBLIC_ORIGIN"]);
});

test("the sandbox runs in production only with SANDBOX=1", () => {
  const { OPERATOR_API_URL: _, ...without } = PRODUCTION;
  expect(faultsOf(without).map(nameOf)).toEqual(["OPERATOR_API_URL"]);
  expect(
    faultsOf({ NODE_ENV: "production", SANDBOX: "1", PUBLIC_ORIGIN: "http://localhost:3000", SESSION_SECRET: SECRET }),
  ).toEqual([]);
});

test.each(Object.keys(PRODUCTION).filter((name) => name !== "NODE_ENV"))(
  "production does not start without %s",
  (name) => {
    expect(faultsOf({ ...PRODUCTION, [name]: "" }).map(nameOf)).toEqual([name]);
  },
);

const REDIS: [string, object][] = [
  ["redis://host", { kind: "server", nodes: [{ host: "host", port: 6379 }], db: 0, tls: false }],
  [
    "rediss://user:p%40ss@[::1]:7000/3",
    { username: "user", password: "p@ss", nodes: [{ host: "::1", port: 7000 }], db: 3, tls: true },
  ],
  [
    "redis+sentinel://one,two:7000/wallet/2",
    {
      kind: "sentinel",
      nodes: [
        { host: "one", port: 26_379 },
        { host: "two", port: 7000 },
      ],
      name: "wallet",
      db: 2,
    },
  ],
  [
    "rediss+cluster://:secret@one:7000,two:7001/",
    {
      kind: "cluster",
      password: "secret",
      nodes: [
        { host: "one", port: 7000 },
        { host: "two", port: 7001 },
      ],
      tls: true,
    },
  ],
];

test.each(REDIS)("%s is an address of Redis", (url, address) => {
  expect(readRedisAddress(url)).toMatchObject(address);
  expect(readConfig({ REDIS_URL: url, REDIS_REPLICAS: "1" })).toMatchObject({ redisUrl: url, redisReplicas: 1 });
});

const WRONG: [string, string][] = [
  ["NODE_ENV", "prod"],
  ["MARKET", "laos"],
  ["OPERATOR_API_URL", "operator.example"],
  ["OPERATOR_API_URL", "ftp://operator.example"],
  ["OPERATOR_API_URL", "https://user:secret@operator.example"],
  ["OPERATOR_API_URL", "http://operator.example"],
  ["OPERATOR_API_URL", "http://8.8.8.8"],
  ["OPERATOR_API_URL", "http://172.32.0.1"],
  ["OPERATOR_API_URL", "http://10.0.0.1.operator.example"],
  ["OPERATOR_API_URL", "http://[2001:db8::1]"],
  ["OPERATOR_API_URL", "http://[::ffff:808:808]"],
  ["OPERATOR_CHAT_URL", "chat"],
  ["OPERATOR_CHAT_URL", "ws://chat.example"],
  ["NAMESPACE", "Thai market"],
  ["NAMESPACE", "x".repeat(61)],
  ["SESSION_SECRET", "short"],
  ["SESSION_SECRET", "a".repeat(64)],
  ["SESSION_SECRET", "0123456789abcdef".repeat(4)],
  ["SESSION_SECRET", "correct-horse-battery-staple-and-then-some"],
  ["SESSION_SECRET", `${SECRET},change-me`],
  ["SESSION_SECRET", ","],
  ["SESSION_SECRET", `${SECRET},${SECRET}`],
  ["SESSION_SECRET", `${SECRET},${Buffer.from(SECRET, "hex").toString("base64")}`],
  ["SESSION_SECRET", COUNTED.toString("hex")],
  ["SESSION_SECRET", COUNTED.toString("base64")],
  ["SESSION_SECRET", Buffer.from(COUNTED).reverse().toString("hex")],
  ["SESSION_SECRET", "0102030405060708091011121314151617181920212223242526272829303132"],
  ["SESSION_SECRET", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"],
  ["SESSION_SECRET", hashOf("sha256", "secret")],
  ["SESSION_SECRET", hashOf("sha256", "Password1").toUpperCase()],
  ["SESSION_SECRET", hashOf("sha512", "changeme")],
  ["SESSION_SECRET", hashOf("sha256", "")],
  ["SESSION_SECRET", hashOf("sha3-256", "password")],
  ["SESSION_SECRET", hashOf("blake2b512", "sunshine1")],
  ["SESSION_SECRET", hashOf("sha512", "ufabet").slice(0, 64)],
  ["SESSION_SECRET", hashOf("sha256", "SESSION_SECRET")],
  ["SESSION_SECRET", hashOf("md5", "secret") + hashOf("md5", "test")],
  ["SESSION_SECRET", hashOf("sha1", "secret") + hashOf("sha1", "test")],
  ["SESSION_SECRET", "ThisIsMyVerySecretSessionKeyForTheWalletApplication2024"],
  ["SESSION_SECRET", "sawatdeekhrapwalletthailandlaoskhaoniewmamuang2569bangkok"],
  ["SESSION_SECRET", Buffer.from("mysecretsessionkeyforwalletmembers12345").toString("hex")],
  ["PUBLIC_ORIGIN", "https://wallet.example/app"],
  ["PUBLIC_ORIGIN", "http://wallet.example"],
  ["PUBLIC_ORIGIN", "wallets.test"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["PORT", "-1"],
  ["HOST", "a b"],
  ["REDIS_URL", "localhost:6379"],
  ["REDIS_URL", "http://localhost:6379"],
  ["REDIS_URL", "redis://one,two"],
  ["REDIS_URL", "redis://host:70000"],
  ["REDIS_URL", "redis+sentinel://one,two"],
  ["REDIS_URL", "redis+cluster://one,two/1"],
  ["REDIS_URL", "redis://user:100%@host"],
  ["REDIS_REPLICAS", "all"],
  ["TRUST_PROXY", "true"],
  ["OPERATOR_MARKER", "two words"],
  ["TRUELINK_SECRET", "short"],
  ["SPORT_HOST", "https://sport.example/path"],
  ["LAOS_OPTION", "yes"],
  ["FP_QR_MINIMUM", "ten"],
  ["FP_QR_MINIMUM", "0.5"],
  ["WITHDRAW_CALL", "withdrawall"],
  ["SLIP_CLOSED", "23:30"],
  ["SLIP_CLOSED", "24:30-00:30"],
  ["CONTACT_TEXT", "x".repeat(501)],
  ["CONTACT_LINE", "@kram"],
  ["CONTACT_LINE", "@kram=http://line.example/kram"],
  ["IMAGE_HOSTS", "https://img.example/path"],
  ["IMAGE_HOSTS", "*"],
  ["IMAGE_HOSTS", "img.example,https://*"],
  ["IMAGE_HOSTS", "https://*:443"],
  ["MEDIA_HOSTS", "*.*"],
  ["MEDIA_HOSTS", "*.com"],
  ["MEDIA_HOSTS", "*.co.th"],
  ["MEDIA_HOSTS", "img.*.example"],
  ["MEDIA_HOSTS", "https://img.example;script-src"],
  ["MIN_AGE", "12"],
  ["HELPLINES", "1323"],
  ["LOG_LEVEL", "loud"],
  ["APP_VERSION", "one two"],
  ["SANDBOX", "yes"],
  ["LOOKUP_CACHE_S", "1m"],
  ["RATE_LIMITS", "0"],
  ["METRICS_PORT", "0"],
  ["METRICS_PORT", "metrics"],
  ["METRICS_TOKEN", "short"],
  ["METRICS_TOKEN", "a".repeat(24)],
  ["METRICS_TOKEN", "twenty four characters or more"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
];

describe("an invalid setting is reported with its name and the expected value, never the actual one", () => {
  test.each(WRONG)("%s=%s", (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults.map(nameOf)).toEqual([name]);
    expect(faults[0]).toMatch(/expected \w/);
    if (value.length > 6) expect(faults[0]).not.toContain(value);
  });
});

test("all faults are reported together", () => {
  const faults = faultsOf({ MARKET: "x", PORT: "y", SESSION_SECRET: "z", APP_COLOUR: "red" });
  expect(faults.map(nameOf).sort()).toEqual(["APP_COLOUR", "MARKET", "PORT", "SESSION_SECRET"]);
});

test.each([
  "OPERATOR_URL",
  "APP_NAME",
  "SANDBOX_PROT",
  "PUBLIC_ORIGINS",
  "SESSION_SECRETS",
  "SESION_SECRET",
  "REDIS_URI",
  "WITHDRAW_CALLS",
])("%s is reported as a typo", (name) => {
  expect(faultsOf({ [name]: "1" }).map(nameOf)).toEqual([name]);
});

test.each([
  "PATH",
  "HOME",
  "HOSTNAME",
  "SESSION_MANAGER",
  "NODE_OPTIONS",
  "npm_config_cache",
  "LANG",
  "POST",
  "DATADIR_X",
])("%s is ignored as a setting of another program", (name) => {
  expect(faultsOf({ [name]: "1" })).toEqual([]);
});

test("in production, rate limits can be off only with the sandbox", () => {
  expect(faultsOf({ ...PRODUCTION, RATE_LIMITS: "off" }).map(nameOf)).toEqual(["RATE_LIMITS"]);
  expect(faultsOf({ SANDBOX: "1", OPERATOR_API_URL: "https://operator.example" }).map(nameOf)).toEqual(["SANDBOX"]);
});

test.each(["development", "test", ""])("a real operator means production, even with NODE_ENV=%s", (mode) => {
  const { NODE_ENV: _, ...settings } = PRODUCTION;
  expect(readConfig({ ...settings, NODE_ENV: mode })).toMatchObject({ production: true, secure: true });
  const bare = { NODE_ENV: mode, OPERATOR_API_URL: "https://operator.example" };
  const required = Object.keys(PRODUCTION).filter((name) => !(name in bare));
  expect(faultsOf(bare).map(nameOf).sort()).toEqual(required.sort());
  expect(faultsOf({ ...settings, NODE_ENV: mode, RATE_LIMITS: "off" }).map(nameOf)).toEqual(["RATE_LIMITS"]);
});

test.each(["development", "production"])("TEST_SYSTEM=1 relaxes the rules of production, with NODE_ENV=%s", (mode) => {
  const env = { NODE_ENV: mode, OPERATOR_API_URL: "https://operator.example", TEST_SYSTEM: "1", RATE_LIMITS: "off" };
  expect(readConfig({ ...env, TRUELINK_SECRET: "change-me" })).toMatchObject({ production: false, sandbox: false });
  expect(faultsOf({ ...env, OPERATOR_API_URL: "" }).map(nameOf)).toEqual(["TEST_SYSTEM"]);
});

test.each([
  "http://localhost:8080",
  "http://127.0.0.1:9",
  "http://10.1.2.3",
  "http://172.16.0.1",
  "http://172.31.255.1",
  "http://192.168.1.20:8080",
  "http://[::1]:8080",
  "http://[fd12:3456::1]",
  "http://operator:8080",
])("calls to %s can be without TLS", (address) => {
  expect(faultsOf({ ...PRODUCTION, OPERATOR_API_URL: address })).toEqual([]);
});

test.each([
  "change-me",
  "Secret123!",
  "truelink-secret",
  "12345678",
  "aaaaaaaa",
  hashOf("md5", "secret"),
  hashOf("sha256", "test"),
  hashOf("sha256", "P@ssw0rd"),
  SECRET,
  Buffer.from(SECRET, "hex").toString("base64"),
  SECRET.slice(0, 32),
])("gift links of a real operator are not encrypted with %s", (secret) => {
  expect(faultsOf({ ...PRODUCTION, TRUELINK_SECRET: secret }).map(nameOf)).toEqual(["TRUELINK_SECRET"]);
});

test("who may read the metrics does not know the secret of the sessions", () => {
  for (const METRICS_TOKEN of [SECRET, SECRET.slice(8, 40)])
    expect(faultsOf({ ...PRODUCTION, METRICS_TOKEN }).map(nameOf)).toEqual(["METRICS_TOKEN"]);
});

test("a shared secret that cannot be guessed is accepted", () => {
  expect(faultsOf({ ...PRODUCTION, TRUELINK_SECRET: "x9Kd-72pQa" })).toEqual([]);
});

test("metrics and traces are off unless they are set, and metrics have a port of their own", () => {
  expect(readConfig({})).toMatchObject({ metricsPort: null, metricsToken: null, tracesUrl: null });
  expect(
    readConfig({ METRICS_PORT: "9464", METRICS_TOKEN: SECRET, OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }),
  ).toMatchObject({ metricsPort: 9464, metricsToken: SECRET, tracesUrl: "http://collector:4318" });
  expect(faultsOf({ PORT: "9464", METRICS_PORT: "9464" }).map(nameOf)).toEqual(["METRICS_PORT"]);
});

test("pages may load from every host of one domain", () => {
  expect(readConfig({ IMAGE_HOSTS: "*.cdn.example,localhost:8080" }).imageHosts).toEqual([
    "https://*.cdn.example",
    "https://localhost:8080",
  ]);
});

test("random bytes in hex and base64 are accepted as secrets", () => {
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const refused = Array.from({ length: 500 }, () => secretFault(randomBytes(32).toString(encoding))).filter(Boolean);
    expect(refused.length, encoding).toBeLessThan(3);
  }
});

test.each([
  [{}, "th.sandbox"],
  [{ MARKET: "la" }, "la.sandbox"],
  [PRODUCTION, "th.operator.example"],
  [{ ...PRODUCTION, OPERATOR_API_URL: "http://[::1]:8080" }, "th.---1--8080"],
  [{ ...PRODUCTION, NAMESPACE: "second" }, "second.th.operator.example"],
  [{ ...PRODUCTION, NAMESPACE: "th.operator.example" }, "th.operator.example"],
])("the namespace names market and operator: %#", (env, namespace) => {
  expect(readConfig(env).namespace).toBe(namespace);
});

test("operators at two paths of one host have different stores, keys and seals", () => {
  const read = (path: string) => readConfig({ ...PRODUCTION, OPERATOR_API_URL: `https://operator.example${path}` });
  const paths = ["", "/a", "/b", "/a/b", "/a-b", "/A"];
  expect(new Set(paths.map((path) => read(path).namespace)).size).toBe(paths.length);
  expect(new Set(paths.map((path) => read(path).owner.operator)).size).toBe(paths.length);
  expect(read("/a").namespace).toMatch(/^th\.operator\.example-a-[\da-f]{10}$/);
  expect(read("/").namespace).toBe(read("").namespace);
  expect(read("/a/").namespace).toBe(read("/a").namespace);
});

test("two long host names of operators have different namespaces", () => {
  const [one, other] = ["a", "b"].map((end) => {
    const host = `${"very-long-name.".repeat(6)}${end}.example`;
    return readConfig({ ...PRODUCTION, OPERATOR_API_URL: `https://${host}` }).namespace;
  });
  expect(one).toMatch(/^th\.[a-z0-9.-]{57}$/);
  expect(other).not.toBe(one);
});

test("workers are one by default, a number, or one for each core", () => {
  expect(readConfig({}).workers).toBe(1);
  expect(readConfig({ WORKERS: "3" }).workers).toBe(3);
  expect(readConfig({ WORKERS: "auto" }).workers).toBe(Math.min(availableParallelism(), 64));
  for (const WORKERS of ["0", "65", "2.5", "all"])
    expect(faultsOf({ WORKERS })).toEqual(["WORKERS: expected auto or a whole number from 1 to 64"]);
});

test("lists and pairs are parsed", () => {
  const config = readConfig({
    SESSION_SECRET: `${SECRET}, ${OTHER}`,
    IMAGE_HOSTS: "img.example,https://cdn.example:8443",
    HELPLINES: "Hotline=1323; Second line=+66 2 123 4567",
    SLIP_CLOSED: "23:30-00:30",
    FP_QR_MINIMUM: "12.5",
    OPERATOR_API_URL: "https://operator.example/base/",
    TEST_SYSTEM: "1",
  });
  expect(config).toMatchObject({
    sessionSecrets: [SECRET, OTHER],
    imageHosts: ["https://img.example", "https://cdn.example:8443"],
    helplines: [
      { name: "Hotline", phone: "1323" },
      { name: "Second line", phone: "+66 2 123 4567" },
    ],
    slipClosed: { from: "23:30", to: "00:30" },
    fpQrMinimum: 1250,
    operatorUrl: "https://operator.example/base",
  });
});

const nameOf = (fault: string) => fault.split(":")[0]!;

describe("the sandbox's desk", () => {
  const own = { PUBLIC_ORIGIN: "http://localhost:3000", SESSION_SECRET: SECRET };

  test("is on the port after the product's, so that its address is known", () => {
    expect(readConfig({})).toMatchObject({ sandboxPort: 3001, deskOrigin: "http://localhost:3001" });
    expect(readConfig({ PORT: "4000" })).toMatchObject({ sandboxPort: 4001, deskOrigin: "http://localhost:4001" });
    expect(readConfig({ SANDBOX_PORT: "5000" }).deskOrigin).toBe("http://localhost:5000");
    expect(readConfig({ PUBLIC_ORIGIN: "http://127.0.0.1:3000" }).deskOrigin).toBe("http://127.0.0.1:3001");
  });

  test.each<[string, Record<string, string>]>([
    ["in production", { NODE_ENV: "production", SANDBOX: "1", ...own }],
    ["with a real operator", { ...PRODUCTION, NODE_ENV: "development" }],
    ["with a test system", { ...own, TEST_SYSTEM: "1", OPERATOR_API_URL: "http://localhost:4000" }],
    ["if the product has a name in the network", { PUBLIC_ORIGIN: "http://192.168.1.5:3000" }],
    [
      "if the product is on https, whose cookies stay out of frames on http",
      { PUBLIC_ORIGIN: "https://localhost:3000" },
    ],
    ["if its port is any free one", { SANDBOX_PORT: "0" }],
    ["if there is no port after the product's", { PORT: "65535" }],
  ])("is neither linked nor allowed to frame pages %s", (_when, env) => {
    expect(readConfig(env).deskOrigin).toBeNull();
  });
});
