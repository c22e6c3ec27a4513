import { availableParallelism } from "node:os";
import { z } from "zod";
import { isGuessable } from "./guessable";
import { isContentHost, isNearHost } from "./hosts";
import { NAMESPACE_PATTERN } from "./namespace";
import { readRedisAddress } from "./redis-address";
import { secretBytes, secretFault } from "./secret-strength";

/** One environment variable: its schema, and the expected value for the error message. */
interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T;
  expected: string;
}

const setting = <T extends z.ZodType>(schema: T, expected: string): Setting<T> => ({ schema, expected });

/** Processes that serve pages. */
const MOST_WORKERS = 64;

const text = z.string();
const optional = text.optional();
const wholeOf = (min: number, max: number) =>
  text
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const whole = (min: number, max: number, fallback: number) =>
  setting(wholeOf(min, max).default(fallback), `a whole number from ${min} to ${max}`);
const delay = text
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 60_000);
const choice = <const T extends string>(values: readonly T[], fallback: T) =>
  setting(z.enum(values).default(fallback), values.join(" or "));
const flag = setting(
  z
    .enum(["0", "1", "true", "false"])
    .transform((value) => value === "1" || value === "true")
    .default(false),
  "1 or 0",
);

/** A URL with one of the given schemes, without user info or fragment. Trailing slashes are dropped. */
const address = (...schemes: string[]) =>
  text
    .refine((value) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      return url !== null && schemes.includes(url.protocol) && !url.hash && !url.username;
    })
    .transform((value) => value.replace(/\/+$/, ""));

/** Members' passwords and tokens travel to these: without TLS only on the machine itself or in a private network. */
const operatorAddress = (...schemes: string[]) =>
  address(...schemes).refine((value) => {
    const { protocol, hostname } = new URL(value);
    return protocol === "https:" || protocol === "wss:" || isNearHost(hostname);
  });
const NEAR_ONLY = "without TLS only to this machine, a private address or a name without a dot";

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Private IPv4 addresses, for trying the app on a phone in the same network. */
const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}$/;

/** Session cookies must not travel over plain http, except on the machine itself or, while developing, at home. */
const origin = address("https:", "http:").refine((value) => {
  const url = new URL(value);
  return (
    url.origin === value && (url.protocol === "https:" || LOOPBACK.test(url.hostname) || PRIVATE.test(url.hostname))
  );
});

/** Whether an origin is https, or on the machine itself. */
export const isSafeOrigin = (value: string) => value.startsWith("https:") || LOOPBACK.test(new URL(value).hostname);

const list = (item: (entry: string) => boolean, separator = ",") =>
  text
    .transform((value) =>
      value
        .split(separator)
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(item));

const isOrigin = (entry: string) =>
  URL.canParse(entry) && new URL(entry).origin === entry && isContentHost(new URL(entry).host);
const isHttps = (entry: string) =>
  URL.canParse(entry) && new URL(entry).protocol === "https:" && isContentHost(new URL(entry).host);
/** `example.com` is short for `https://example.com`. */
const hosts = setting(
  list((entry) => isOrigin(entry) || isOrigin(`https://${entry}`))
    .transform((entries) => entries.map((entry) => (entry.includes("://") ? entry : `https://${entry}`)))
    .default([]),
  "host names or origins, separated by commas; a wildcard only before a domain, such as *.cdn.example",
);

/** The same secret twice is no rotation. */
const areDistinct = (secrets: string[]) =>
  new Set(secrets.map((secret) => secretBytes(secret).toString("hex"))).size === secrets.length;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;
const HELPLINE = /^[^=]{1,80}=[\d +()-]{3,30}$/;

/** Every setting by name. An empty value counts as not set. */
export const SETTINGS = {
  NODE_ENV: choice(["development", "production", "test"], "development"),
  MARKET: choice(["th", "la"], "th"),
  OPERATOR_API_URL: setting(
    operatorAddress("https:", "http:").optional(),
    `an https address, or an http address (${NEAR_ONLY})`,
  ),
  OPERATOR_CHAT_URL: setting(
    operatorAddress("https:", "http:", "wss:", "ws:").optional(),
    `an https or wss address, or an http or ws address (${NEAR_ONLY})`,
  ),
  CHAT_MEDIA_URL: setting(origin.optional(), "an origin such as https://files.operator.example"),
  TEST_SYSTEM: flag,
  NAMESPACE: setting(text.regex(NAMESPACE_PATTERN).optional(), "1 to 60 of these characters: a-z 0-9 . -"),
  SESSION_SECRET: setting(
    list((entry) => secretFault(entry) === null)
      .refine((entries) => entries.length > 0)
      .refine(areDistinct)
      .optional(),
    "one or more different secrets separated by commas, each 32 random bytes or more in hex or base64 (openssl rand -hex 32)",
  ),
  PUBLIC_ORIGIN: setting(
    origin.optional(),
    "an origin such as https://wallet.example (http only on localhost, and in private networks outside production), no path",
  ),
  PORT: whole(1, 65_535, 3000),
  WORKERS: setting(
    text
      .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/)
      .transform((value) => (value === "auto" ? Math.min(availableParallelism(), MOST_WORKERS) : Number(value)))
      .default(1),
    `auto or a whole number from 1 to ${MOST_WORKERS}`,
  ),
  HOST: setting(text.regex(/^[\w.:-]+$/).default("0.0.0.0"), "a host name or address to listen on"),
  REDIS_URL: setting(
    text.refine((value) => readRedisAddress(value) !== null).optional(),
    "redis://HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/NAME or redis+cluster://HOST:PORT,HOST:PORT; rediss with TLS",
  ),
  REDIS_REPLICAS: whole(0, 9, 0),
  DATA_DIR: setting(text.default("./data"), "a folder"),
  TRUST_PROXY: whole(0, 9, 0),
  OPERATOR_MARKER: setting(text.regex(/^[\x21-\x7e]{1,64}$/).default("wallet-user"), "1 to 64 visible characters"),
  TRUELINK_SECRET: setting(text.min(8).optional(), "8 characters or more"),
  SPORT_HOST: setting(
    text
      .transform((entry) => (entry.includes("://") ? entry : `https://${entry}`))
      .refine((entry) => isOrigin(entry) && isHttps(entry) && !entry.includes("*"))
      .transform((entry) => new URL(entry).host)
      .optional(),
    "a host name, or an https origin",
  ),
  LAOS_OPTION: flag,
  PGSLOT_NOTICE: setting(optional, "a text"),
  FP_QR_MINIMUM: setting(
    text
      .regex(/^\d{1,7}(\.\d{1,2})?$/)
      .transform((value) => Math.round(Number(value) * 100))
      .refine((minor) => minor >= 100)
      .default(10_00),
    "an amount in baht, 1 or more",
  ),
  WITHDRAW_CALL: choice(["withdrawAll", "withdraw"], "withdrawAll"),
  LIMIT_INCREASE_HOURS: whole(0, 720, 24),
  WITHDRAW_PASSWORD_AFTER_MIN: whole(0, 43_200, 0),
  SLIP_CLOSED: setting(
    text
      .regex(CLOCK)
      .transform((value) => ({ from: value.slice(0, 5), to: value.slice(6) }))
      .optional(),
    "a time window such as 23:30-00:30",
  ),
  HOWTO_VIDEOS: setting(optional, "JSON, or a file name"),
  CONTACT_TEXT: setting(text.max(500).optional(), "a text, 500 characters at most"),
  CONTACT_LINE: setting(
    text
      .regex(/^[^=]{1,40}=/)
      .transform((value) => ({ name: value.split("=")[0]!, href: value.slice(value.indexOf("=") + 1) }))
      .refine(({ href }) => isHttps(href))
      .optional(),
    "the name of a LINE account and its https address, such as @name=https://line.me/R/ti/p/@name",
  ),
  PROVIDERS_FILE: setting(optional, "a file name"),
  BRAND_FILE: setting(optional, "a file name"),
  IMAGE_HOSTS: hosts,
  MEDIA_HOSTS: hosts,
  OPERATOR_NAME: setting(text.max(80).optional(), "a name, 80 characters at most"),
  LICENCE_TEXT: setting(text.max(500).optional(), "a text, 500 characters at most"),
  MIN_AGE: setting(
    text
      .regex(/^\d{2}$/)
      .transform(Number)
      .refine((age) => age >= 18 && age <= 25)
      .optional(),
    "an age from 18 to 25",
  ),
  HELPLINES: setting(
    list((entry) => HELPLINE.test(entry), ";")
      .transform((entries) => entries.map((entry) => ({ name: entry.split("=")[0]!, phone: entry.split("=")[1]! })))
      .optional(),
    "name=phone pairs, separated by semicolons",
  ),
  LOG_LEVEL: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "info"),
  APP_VERSION: setting(text.regex(/^[\w.+-]{1,40}$/).default("1.1.14"), "a version such as 1.1.14"),
  METRICS_PORT: setting(wholeOf(1, 65_535).optional(), "a whole number from 1 to 65535"),
  METRICS_TOKEN: setting(
    text
      .regex(/^[\x21-\x7e]{24,200}$/)
      .refine((value) => !isGuessable(value))
      .optional(),
    "24 or more random characters without spaces (openssl rand -hex 32)",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(address("https:", "http:").optional(), "an http or https address"),
  SANDBOX: flag,
  SANDBOX_PORT: setting(z.coerce.number().int().min(0).max(65_535).optional(), "a whole number from 0 to 65535"),
  DRAIN_DELAY_MS: setting(delay.optional(), "a whole number from 0 to 60000"),
  QUIET_S: whole(1, 3600, 240),
  LAG_S: setting(z.coerce.number().int().min(0).max(3600).optional(), "a whole number from 0 to 3600"),
  CLOSED_S: setting(z.coerce.number().int().min(0).max(7200).optional(), "a whole number from 0 to 7200"),
  LOOKUP_CACHE_S: whole(0, 3600, 60),
  AUDIT_DAYS: whole(1, 3650, 400),
  RATE_LIMITS: setting(
    z
      .enum(["on", "off"])
      .transform((value) => value === "on")
      .default(true),
    "on or off",
  ),
} as const;

export type RawSettings = { [N in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[N]["schema"]> };
