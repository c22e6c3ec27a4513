import { conflicts, isProduction } from "./conflicts";
import { contentOf, type ContactSettings } from "./content";
import { readHowto, type HowtoVideos } from "./howto";
import { namespaceOf, ownerOf, type StoreOwner } from "./namespace";
import { sandboxOf, type DeskOrigin } from "./sandbox";
import { SETTINGS, type RawSettings } from "./settings";
import { spellingFaults } from "./spelling";
import { readBrand, type Brand } from "../brand/file";
import { readProviders } from "../providers/file";
import type { Providers } from "../providers/table";
import { CALL_TIMEOUT_MS } from "../operator/endpoint";

export type Locale = "th" | "la" | "en";
export type Market = "th" | "la";
export type Currency = "BAHT" | "LAK";
/** IANA time zone names. */
export type TimeZone = "Asia/Bangkok" | "Asia/Vientiane";

export const LOCALES: readonly Locale[] = ["th", "la", "en"];

/** Defaults of each market. */
const MARKETS = {
  th: { locale: "th", timeZone: "Asia/Bangkok", currencies: ["BAHT"], phoneDigits: 10, minAge: 20 },
  la: { locale: "la", timeZone: "Asia/Vientiane", currencies: ["LAK", "BAHT"], phoneDigits: null, minAge: 18 },
} as const;

/** Load balancers need a few seconds to notice that a container is no longer ready. */
const DRAIN_DELAY_MS = 5000;
const LAG_MS = 120_000;

/** The validated settings (README, "Settings"). Lists are never null; a missing optional text is null. */
export interface Config {
  /** A real operator, unless it is a test system; or `NODE_ENV=production` with the sandbox. */
  production: boolean;
  /** Part of every Redis key, seal and form key. */
  namespace: string;
  /** Whose data the stores must hold. */
  owner: StoreOwner;
  market: Market;
  locale: Locale;
  timeZone: TimeZone;
  currencies: Currency[];
  phoneDigits: 10 | null;
  /** Null: this process starts the sandbox operator. */
  operatorUrl: string | null;
  operatorChatUrl: string | null;
  /** Origin that relative addresses of files in the chat belong to. */
  chatMedia: string;
  operatorMarker: string;
  /** True: the sandbox operator runs and pages show the "sandbox money" bar. */
  sandbox: boolean;
  sandboxPort: number;
  deskOrigin: DeskOrigin;
  /** The first seals, all of them open. Empty if none is set (not in production): `server.ts` then creates one. */
  sessionSecrets: string[];
  /** Scheme, host and port only. */
  publicOrigin: string;
  /** The origin is https: cookies get the `__Host-` prefix and HSTS is sent. */
  secure: boolean;
  port: number;
  /** Processes that serve pages; 1: this one does. */
  workers: number;
  host: string;
  redisUrl: string | null;
  /** Number of Redis' replicas that must confirm a write. */
  redisReplicas: number;
  dataDir: string;
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  trustProxy: number;
  truelinkSecret: string | null;
  laos: boolean;
  /** Minor units. */
  fpQrMinimum: number;
  withdrawCall: "withdraw" | "withdrawAll";
  /** Milliseconds until a member can raise a deposit limit of this site. */
  limitIncreaseMs: number;
  /** A withdrawal asks for a password that was given longer ago than these milliseconds; 0: it never asks. */
  withdrawPasswordAfterMs: number;
  /** Market time, `HH:mm`. */
  slipClosed: { from: string; to: string } | null;
  howto: HowtoVideos;
  /** Null: the look of the product itself. */
  brand: Brand | null;
  /** Ways to reach support, for when the operator's API does not answer. */
  contact: ContactSettings;
  /** How games are opened, with SPORT_HOST and PGSLOT_NOTICE in it. */
  providers: Providers;
  /** Origins of games on this machine, which need no https: the sandbox adds its own. */
  gameOrigins: string[];
  /** Origins that pages may load images and media from. */
  imageHosts: string[];
  mediaHosts: string[];
  operatorName: string;
  licenceText: string;
  minAge: number;
  helplines: { name: string; phone: string }[];
  logLevel: string;
  /** Names of the settings that are set, for the log. */
  settingsSet: string[];
  appVersion: string;
  /** Milliseconds between reporting "not ready" and closing the listener, so that load balancers notice in time. */
  drainDelayMs: number;
  /** Milliseconds in which the operator may still execute a request that was given up. */
  quietMs: number;
  /** Milliseconds that a row of the statement takes to appear at most, until longer ones were measured. */
  lagMs: number;
  /** Milliseconds that a new operations store refuses money operations, because earlier calls may still take effect. */
  closedMs: number;
  /** Milliseconds that shared lookups are cached; 0 turns the cache off. */
  lookupCacheMs: number;
  /** Milliseconds that lines of the audit trail are kept. */
  auditKeepMs: number;
  /** Port of the metrics alone; null: none. */
  metricsPort: number | null;
  /** What a reader of `/metrics` and `/readyz?full` must know; null: they are not on the product's port. */
  metricsToken: string | null;
  /** Where traces are sent; null: there are none. */
  tracesUrl: string | null;
  /** False only in tests on the sandbox. */
  rateLimits: boolean;
}

/** Lists every fault in the settings, one line each: the name and what is expected, never the value. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join("\n"));
    this.name = "ConfigError";
  }
}

/**
 * Reads and validates all settings. Nothing else reads the environment.
 * @throws ConfigError listing all faults
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults = spellingFaults(Object.keys(env), Object.keys(SETTINGS));
  const raw = {} as RawSettings;
  const settingsSet: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const text = env[name]?.trim() || undefined;
    if (text !== undefined) settingsSet.push(name);
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) Object.assign(raw, { [name]: parsed.data });
    else faults.push(`${name}: expected ${setting.expected}`);
  }
  const games = readProviders(raw);
  const howto = readHowto(raw);
  const look = readBrand(raw);
  if (faults.length === 0) faults.push(...conflicts(raw));
  faults.push(...games.faults, ...howto.faults, ...look.faults);
  if (faults.length > 0) throw new ConfigError(faults);
  const { brand } = look;
  const own = brand && { operatorName: brand.name };
  return { ...toConfig(raw), ...own, brand, providers: games.providers, howto: howto.videos, settingsSet };
}

/** From the example in the operator's API description. The product and its sandbox share it. */
const SANDBOX_TRUELINK_SECRET = "change-me";

const toConfig = (raw: RawSettings): Omit<Config, "settingsSet" | "providers" | "howto" | "brand"> => ({
  ...marketOf(raw),
  ...operatorOf(raw),
  ...addressOf(raw),
  ...contentOf(raw),
  ...timesOf(raw),
  ...storesOf(raw),
  ...sandboxOf(raw, addressOf(raw).publicOrigin, isProduction(raw)),
  production: isProduction(raw),
  sessionSecrets: raw.SESSION_SECRET ?? [],
  logLevel: raw.LOG_LEVEL,
  appVersion: raw.APP_VERSION,
  rateLimits: raw.RATE_LIMITS,
  metricsPort: raw.METRICS_PORT ?? null,
  metricsToken: raw.METRICS_TOKEN ?? null,
  tracesUrl: raw.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
});

function storesOf(raw: RawSettings) {
  const owner = ownerOf(raw.MARKET, raw.OPERATOR_API_URL);
  return {
    owner,
    namespace: namespaceOf(owner, raw.NAMESPACE),
    redisUrl: raw.REDIS_URL ?? null,
    redisReplicas: raw.REDIS_REPLICAS,
    dataDir: raw.DATA_DIR,
  };
}

function marketOf({ MARKET: market, LAOS_OPTION: laos, MIN_AGE }: RawSettings) {
  const { locale, timeZone, currencies, phoneDigits, minAge } = MARKETS[market];
  const offered: Currency[] = [...currencies];
  if (laos && !offered.includes("LAK")) offered.push("LAK");
  const digits = laos ? null : phoneDigits;
  return { market, locale, timeZone, currencies: offered, phoneDigits: digits, laos, minAge: MIN_AGE ?? minAge };
}

const operatorOf = (raw: RawSettings) => ({
  operatorUrl: raw.OPERATOR_API_URL ?? null,
  operatorChatUrl: raw.OPERATOR_CHAT_URL ?? null,
  chatMedia: raw.CHAT_MEDIA_URL ?? (raw.OPERATOR_API_URL ? new URL(raw.OPERATOR_API_URL).origin : ""),
  operatorMarker: raw.OPERATOR_MARKER,
  truelinkSecret: raw.TRUELINK_SECRET ?? (raw.OPERATOR_API_URL ? null : SANDBOX_TRUELINK_SECRET),
  withdrawCall: raw.WITHDRAW_CALL,
  limitIncreaseMs: raw.LIMIT_INCREASE_HOURS * 3_600_000,
  withdrawPasswordAfterMs: raw.WITHDRAW_PASSWORD_AFTER_MIN * 60_000,
  fpQrMinimum: raw.FP_QR_MINIMUM,
  slipClosed: raw.SLIP_CLOSED ?? null,
  gameOrigins: [],
});

function addressOf(raw: RawSettings) {
  const publicOrigin = raw.PUBLIC_ORIGIN ?? `http://localhost:${raw.PORT}`;
  const secure = publicOrigin.startsWith("https:");
  return { publicOrigin, secure, port: raw.PORT, host: raw.HOST, workers: raw.WORKERS, trustProxy: raw.TRUST_PROXY };
}

function timesOf(raw: RawSettings) {
  const quietMs = raw.QUIET_S * 1000;
  const lagMs = raw.LAG_S === undefined ? Math.min(LAG_MS, quietMs) : raw.LAG_S * 1000;
  return {
    quietMs,
    lagMs,
    closedMs: raw.CLOSED_S === undefined ? CALL_TIMEOUT_MS + quietMs + lagMs : raw.CLOSED_S * 1000,
    drainDelayMs: raw.DRAIN_DELAY_MS ?? (isProduction(raw) ? DRAIN_DELAY_MS : 0),
    lookupCacheMs: raw.LOOKUP_CACHE_S * 1000,
    auditKeepMs: raw.AUDIT_DAYS * 24 * 3_600_000,
  };
}
