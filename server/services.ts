import { hostname } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import type { Redis } from "ioredis";
import { sqliteAudit } from "./audit/store-sqlite";
import { redisAudit } from "./audit/store-redis";
import { createTrail, type AuditStore, type Trail } from "./audit/trail";
import { createCodes, type Codes } from "./codes/codes";
import type { Config } from "./config/config";
import { claimFile, claimRedis } from "./config/claim";
import { lockFolder, STORE_FILES } from "./config/files";
import { secretsOf } from "./config/namespace";
import { productName, redisOf } from "./config/redis";
import { createCsrf, type Csrf } from "./http/csrf";
import { openDatabase, type Database } from "./database";
import { redisRevoked, sqliteRevoked, type RevokedSessions } from "./session/revoked";
import { verifyFormKey } from "./http/form-key-check";
import { createHealth, type Health } from "./http/health";
import { watchOperator } from "./http/operator-watch";
import { outageLog, type Outage, type ProcessLog } from "./log";
import { createLookups, type Lookups } from "./operator/lookup-cache";
import { createEngine, type Engine, type EngineOptions } from "./operations/engine";
import { systemClock } from "./operations/clock";
import { operatorPort } from "./operations/port";
import { redisStore } from "./operations/store-redis";
import { sqliteStore } from "./operations/store-sqlite";
import type { OpStore } from "./operations/store";
import { createClient, type OperatorClient } from "./operator/client";
import { probeOperator } from "./operator/fitness";
import { createLimits, type Limits } from "./http/rate-limit";
import { createSeal, type Seal } from "./session/seal";
import { redisRegister, sqliteRegister, type SessionRegister } from "./session/register";
import { createSessions, LONGEST_MS, type Sessions } from "./session/session";
import { createStatements, type Statements } from "./statement/reader";

/** Everything that `createApp` needs. */
export interface Services {
  config: Config;
  log: ProcessLog;
  client: OperatorClient;
  engine: Engine;
  seal: Seal;
  sessions: Sessions;
  csrf: Csrf;
  limits: Limits;
  lookups: Lookups;
  statements: Statements;
  codes: Codes;
  health: Health;
  assets: BuiltAssets;
  /** The built pages; in development a function that returns the latest ones. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of static files such as the icon and robots.txt. */
  publicFolder: string;
  now: () => number;
}

/** The browser's part of a build: `build/assets.json` and the files in `build/assets`. */
export interface BuiltAssets {
  css: { href: string; hash: string; text: string };
  script: { href: string } | null;
  /** By the page's route, or `error:` and the route that shows a failure. Nothing in development: the whole is inlined. */
  pages?: Map<string, PageStyles>;
  files: Map<string, AssetFile>;
}

/** The part of the stylesheet that a page can need, as far as its code tells. */
export interface PageStyles {
  css: string;
  /** Classes (`class=card`) and values (`data-tone=play`) of the rules left out: a page that shows one needs them all. */
  strange: ReadonlySet<string>;
}

export interface AssetFile {
  type: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

export interface OpenOptions {
  config: Config;
  log: ProcessLog;
  assets: BuiltAssets;
  build: Services["build"];
  publicFolder: string;
  /** Base URL of the operator's API. */
  operatorUrl: string;
  /** Another reader of codes, for tests on a busy machine. */
  codes?: Codes;
  now?: () => number;
  /** Shorter times for tests: see `Timings` of the operations engine. */
  timings?: EngineOptions["timings"];
}

interface Stores {
  operations: OpStore;
  trail: Trail;
  revoked: RevokedSessions;
  register: SessionRegister;
  redis: Redis | null;
  outage: Outage;
  /** Rejects if one cannot be read. */
  reach: () => Promise<unknown>;
  close: () => Promise<void>;
}

interface Opening {
  config: Config;
  now: () => number;
  log: ProcessLog;
  trailIn: (store: AuditStore) => Trail;
}

/**
 * Opens stores and connections. Call `close` after `engine.drain()`.
 * @throws ConfigError if a store belongs to another market or operator
 * @throws Error if a store cannot be opened, because another process has the file or Redis may evict keys
 */
export async function openServices(options: OpenOptions): Promise<{ services: Services; close: () => Promise<void> }> {
  const { config, log, assets, build, publicFolder, operatorUrl, timings } = options;
  const now = options.now ?? Date.now;
  const owner = `${hostname()}:${process.pid}:${now()}`;
  const trailIn = (store: AuditStore) => createTrail({ store, log, instance: owner, now });
  const opening: Opening = { config, now, log, trailIn };
  const stores = config.redisUrl ? await openRedis(config.redisUrl, opening) : openFiles(opening);
  const client = createClient({ baseUrl: operatorUrl, marker: config.operatorMarker, timeZone: config.timeZone, log });
  const operator = watchOperator({ probe: () => probeOperator(client), now, log });
  const secrets = secretsOf(config.sessionSecrets, config.namespace);
  const engine = createEngine({
    store: stores.operations,
    clock: systemClock,
    operator: operatorPort(client, config),
    secrets,
    owner,
    log,
    observe: stores.trail.observe,
    timings: { quietMs: config.quietMs, ...timings },
  });
  const seal = createSeal(secrets, config.namespace);
  const services: Services = {
    config,
    log,
    client,
    engine,
    seal,
    sessions: createSessions({ seal, ...stores }),
    csrf: createCsrf(secrets, verifyFormKey(secrets)),
    limits: createLimits({ redis: stores.redis, enabled: config.rateLimits, log }),
    lookups: createLookups(config.lookupCacheMs),
    statements: createStatements(client, now),
    codes: options.codes ?? createCodes(),
    health: createHealth({ readStores: () => readStores(stores), outage: stores.outage, operator, now }),
    assets,
    build,
    publicFolder,
    now,
  };
  const close = async () => {
    await client.close();
    await services.codes.close();
    await stores.trail.settled();
    await stores.close();
  };
  return { services, close };
}

async function readStores({ reach, operations }: Stores): Promise<number> {
  const [epoch] = await Promise.all([operations.epoch(), reach()]);
  return epoch.openAt;
}

/** Milliseconds that a new operations store refuses money operations; 0 with the sandbox, whose data is as new. */
const closedFor = (config: Config) => (config.sandbox ? 0 : config.closedMs);

function openFiles({ config, now, log, trailIn }: Opening): Stores {
  const lock = lockFolder(config.dataDir);
  const opened: Database[] = [];
  const close = () => {
    for (const database of opened) database.close();
    lock.release();
  };
  const open = (name: string) => {
    const database = openDatabase(join(config.dataDir, name), { durable: true });
    opened.push(database);
    claimFile(database, config.owner, name);
    return database;
  };
  try {
    const operations = open(STORE_FILES.operations);
    const sessions = open(STORE_FILES.sessions);
    const trail = trailIn(sqliteAudit(open(STORE_FILES.audit), { keepMs: config.auditKeepMs }));
    return {
      operations: sqliteStore(operations, { closedForMs: closedFor(config), now, observe: trail.observe }),
      trail,
      revoked: sqliteRevoked(sessions, now, log),
      register: sqliteRegister(sessions, now),
      redis: null,
      outage: outageLog(log, { away: "SQLite fails", back: "SQLite works again" }),
      reach: async () => [operations, sessions].map((database) => database.get("SELECT 1")),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function openRedis(url: string, { config, now, log, trailIn }: Opening): Promise<Stores> {
  const redis = await redisOf(url, config.namespace, productName(config.namespace));
  const outage = outageLog(log, { away: "Redis is away", back: "Redis is back" });
  redis.on("ready", outage.works);
  // A start that fails says so in a sentence of its own. Without a listener, a lost connection would end the process.
  redis.on("error", () => {});
  await redis.connect();
  redis.on("error", outage.failed);
  await claimRedis(redis, config.owner);
  const trail = trailIn(redisAudit(redis, { keepMs: config.auditKeepMs }));
  return {
    operations: await redisStore(redis, { closedForMs: closedFor(config), now, observe: trail.observe }),
    trail,
    revoked: await redisRevoked(redis, now, log),
    register: redisRegister(redis, now, LONGEST_MS),
    redis,
    outage,
    reach: () => redis.ping(),
    close: async () => void (await redis.quit()),
  };
}
