import { hostname } from "node:os";
import type { ServerBuild } from "@remix-run/node";
import { createConversations, type Conversations } from "./conversation/conversations";
import type { SeenChats } from "./conversation/seen";
import { createTrail, type AuditStore, type Trail } from "./audit/trail";
import { createCodes, type Codes } from "./codes/codes";
import type { Config } from "./config/config";
import { secretsOf } from "./config/namespace";
import { createCsrf, type Csrf } from "./http/csrf";
import { verifyFormKey } from "./http/form-key-check";
import { createHealth, type Health } from "./http/health";
import { watchOperator } from "./http/operator-watch";
import type { Assets } from "./context";
import type { ProcessLog } from "./log";
import type { Metrics } from "./metrics/metrics";
import { detailsOf } from "./metrics/sources";
import type { Traces } from "./traces/traces";
import { createLookups, type Lookups } from "./operator/lookup-cache";
import { createEngine, type Engine, type EngineOptions } from "./operations/engine";
import { TIMINGS } from "./operations/rules";
import { systemClock } from "./operations/clock";
import { operatorPort } from "./operations/port";
import { createClient, type OperatorClient } from "./operator/client";
import { probeOperator } from "./operator/fitness";
import type { WishStore } from "./protection/store";
import { createLimits, type Limits } from "./http/rate-limit";
import type { LastKnownStore } from "./session/last-known";
import { createSeal, type Seal } from "./session/seal";
import { createSessions, type Sessions } from "./session/session";
import { openFiles } from "./stores/files";
import { openRedis } from "./stores/redis";
import type { Opening, Stores } from "./stores/stores";
import { createLastContact, type LastContact } from "./operator/last-contact";
import type { Arrivals } from "./statement/arrivals";
import { createStatements, type Statements } from "./statement/reader";
import { noBus, type Bus } from "./workers/bus";

/** Everything that `createApp` needs. */
export interface Services {
  config: Config;
  log: ProcessLog;
  client: OperatorClient;
  engine: Engine;
  trail: Pick<Trail, "account">;
  seal: Seal;
  sessions: Sessions;
  csrf: Csrf;
  limits: Limits;
  lookups: Lookups;
  statements: Statements;
  lastKnown: LastKnownStore;
  arrivals: Arrivals;
  conversations: Conversations;
  seenChats: SeenChats;
  lastContact: LastContact;
  wishes: WishStore;
  codes: Codes;
  health: Health;
  /** Null unless a setting asks for them: then nothing is counted. */
  metrics: Metrics | null;
  /** Null unless a setting asks for them. */
  traces: Pick<Traces, "requests"> | null;
  /** Tells `metrics` and `/readyz?full` where to count the open sockets. */
  countSockets(count: () => number): void;
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
  chat: Assets["chat"];
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
  /** Set if this process is one of several in its container. `joins`: it is a worker, another has opened the stores. */
  workers?: { bus: Bus; joins: boolean };
  /** Another reader of codes, for tests on a busy machine. */
  codes?: Codes;
  now?: () => number;
  /** Shorter times for tests: see `Timings` of the operations engine. */
  timings?: EngineOptions["timings"];
}

export interface Opened extends Pick<Stores, "processEnded"> {
  services: Services;
  close: () => Promise<void>;
}

/**
 * Opens stores and connections. Call `close` after `engine.drain()`.
 * @throws ConfigError if a store belongs to another market or operator
 * @throws Error if a store cannot be opened, because another process has the file or Redis may evict keys
 */
export async function openServices(options: OpenOptions): Promise<Opened> {
  const { config, log, assets, build, publicFolder, operatorUrl, timings } = options;
  const now = options.now ?? Date.now;
  const owner = `${hostname()}:${process.pid}:${now()}`;
  const role = options.workers ? (options.workers.joins ? "worker" : "primary") : "alone";
  const metrics = wantsMetrics(config) ? (await import("./metrics/metrics")).createMetrics(config, build, role) : null;
  const trailIn = (store: AuditStore) => watched(createTrail({ store, log, instance: owner, now }), metrics);
  const { bus, joins } = options.workers ?? { bus: noBus, joins: false };
  const opening: Opening = { config, now, log, owner, trailIn, bus, joins };
  const stores = config.redisUrl ? await openRedis(config.redisUrl, opening) : openFiles(opening);
  const operations = metrics?.store(stores.operations) ?? stores.operations;
  const sent = createClient({ baseUrl: operatorUrl, marker: config.operatorMarker, timeZone: config.timeZone, log });
  const counted = metrics?.client(sent) ?? sent;
  const { tracesUrl } = config;
  const traces = tracesUrl ? (await import("./traces/traces")).createTraces(tracesUrl, config, build) : null;
  const client = traces?.client(counted) ?? counted;
  const port = operatorPort(client, config);
  const operator = watchOperator({ probe: () => probeOperator(client), now, log });
  const secrets = secretsOf(config.sessionSecrets, config.namespace);
  const engine = createEngine({
    store: operations,
    clock: systemClock,
    operator: traces?.port(port) ?? port,
    secrets,
    owner,
    log,
    observe: stores.trail.observe,
    timings: timingsOf(config, timings),
  });
  const seal = createSeal(secrets, config.namespace);
  const limits = createLimits({ redis: stores.redis, enabled: config.rateLimits, log, joins });
  const readStores = async () => (await Promise.all([operations.epoch(), stores.reach()]))[0].openAt;
  let sockets = () => 0;
  const sources = { client, engine, store: operations, sockets: () => sockets(), now };
  const health = createHealth({
    readStores,
    outage: stores.outage,
    operator,
    now,
    token: config.metricsToken,
    details: () => detailsOf(sources, config.appVersion),
  });
  metrics?.watch({ ...sources, operator, reachesStores: health.reachesStores });
  const services: Services = {
    config,
    log,
    client,
    engine,
    trail: stores.trail,
    seal,
    sessions: createSessions({ seal, ...stores }),
    csrf: createCsrf(secrets, verifyFormKey(secrets)),
    limits: metrics?.limits(limits) ?? limits,
    lookups: createLookups(config.lookupCacheMs),
    statements: createStatements(client, now),
    lastKnown: stores.lastKnown,
    arrivals: stores.arrivals,
    wishes: stores.wishes,
    conversations: createConversations({ client, outbox: stores.outbox, seenChats: stores.seenChats, bus, now }),
    seenChats: stores.seenChats,
    lastContact: createLastContact(contactOfSettings(config), now),
    codes: options.codes ?? createCodes(),
    health,
    metrics,
    traces,
    countSockets: (count) => void (sockets = count),
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
    await traces?.close();
  };
  return { services, processEnded: stores.processEnded, close };
}

const contactOfSettings = ({ contact: { text, line } }: Config) => ({
  contactText: text ?? "",
  lineLink: line?.href ?? "",
  lineName: line?.name ?? "",
  lineQR: "",
});

/** With long settings, the outcome of an operation may stay unknown for longer. */
const timingsOf = ({ quietMs, lagMs, workers }: Config, given: EngineOptions["timings"]) => ({
  quietMs,
  lagMs,
  bulkhead: Math.ceil(TIMINGS.bulkhead / workers),
  reviewMs: Math.max(TIMINGS.reviewMs, TIMINGS.callMs + quietMs + 2 * lagMs),
  ...given,
});

const wantsMetrics = ({ metricsPort, metricsToken }: Config) => metricsPort !== null || metricsToken !== null;

/** The trail, with an observer that also counts. */
function watched(trail: Trail, metrics: Metrics | null): Trail {
  if (!metrics) return trail;
  const observe: Trail["observe"] = (...step) => {
    trail.observe(...step);
    metrics.observe(...step);
  };
  return { ...trail, observe };
}
