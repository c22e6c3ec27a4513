import cluster from "node:cluster";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { createLiveChat } from "./server/chat/live";
import { RELAY_PATH } from "./server/chat/relay";
import { createApp } from "./server/app";
import { readAssets } from "./server/pages/assets";
import { brandedAssets } from "./server/pages/branded-assets";
import { ConfigError, readConfig, type Config } from "./server/config/config";
import { doorOf, freeDoor } from "./server/config/door";
import { startFault, type PortSetting } from "./server/config/start-fault";
import { httpServer, listen, listenAt } from "./server/http/listen";
import { createLog, logOutput } from "./server/log";
import { catchStrays } from "./server/http/last-resort";
import { developmentSecret } from "./server/config/development-secret";
import { openServices, type Services } from "./server/services";
import { stopper } from "./server/http/stop";
import { takeUpgrades } from "./server/http/upgrades";
import { createAcceptor } from "./server/workers/acceptor";
import { processBus } from "./server/workers/bus";
import { forwarding } from "./server/workers/forward";
import { LEAVING, READY, startWorkers, STOP } from "./server/workers/primary";
import { receiveConnections } from "./server/workers/receiver";

/** Exit code for configuration errors, as in `sysexits.h`. */
const EX_CONFIG = 78;

/** Longer than every step of the stop together, in milliseconds; `DRAIN_DELAY_MS` comes on top. */
const STOP_MS = 75_000;

const here = dirname(fileURLToPath(import.meta.url));
const builtPages = join(here, "pages.mjs");
/** Whether this is the bundle in `build/`, or the source. */
const bundled = existsSync(builtPages);
const root = bundled ? dirname(here) : here;

// Nobody reading is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Known once the settings are read. */
let dataDir: string | undefined;

/** Says which settings stop the start and what to do about them, and exits. @throws the error if no setting is to blame */
function refuseStart(error: unknown, portSetting?: PortSetting): never {
  const faults = error instanceof ConfigError ? error.faults : [startFault(error, { portSetting, dataDir })];
  if (faults.includes(null)) throw error;
  process.stderr.write(`These settings stop the start:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exit(EX_CONFIG);
}

function settings(): Config {
  try {
    const config = readConfig(process.env);
    dataDir = config.dataDir;
    return config.sessionSecrets.length > 0 ? config : { ...config, sessionSecrets: [developmentSecret(dataDir)] };
  } catch (error) {
    return refuseStart(error);
  }
}

/** The built pages and assets, or in development those made from the source. */
async function pages() {
  if (!bundled) return (await import("./server/pages/dev")).sourceBuild(root);
  const build = (await import(pathToFileURL(builtPages).href)) as ServerBuild;
  return { build, assets: readAssets(root) };
}

/** The sandbox is a program of its own in `build/`, which the image for real operators does not have. */
const openSandbox = async () =>
  (await import("./server/sandbox")).startSandbox({
    dataFile: join(config.dataDir, "sandbox.sqlite"),
    market: config.market,
    laos: config.laos,
    port: config.sandboxPort,
    marker: config.operatorMarker,
    truelinkSecret: config.truelinkSecret ?? undefined,
    product: { url: config.publicOrigin, framed: config.deskOrigin !== null, style: () => built.assets.css.text },
  });

/** The sandbox serves its games and their pictures, the chat's socket, and the files of the chat. */
const withSandbox = (given: Config, url: string): Config => ({
  ...given,
  operatorChatUrl: given.operatorChatUrl ?? url,
  imageHosts: [...given.imageHosts, url],
  mediaHosts: [...given.mediaHosts, url],
  chatMedia: url,
  gameOrigins: [url],
});

/** What a worker gets from its primary, as its argument. */
interface Start {
  sandboxUrl: string | null;
  /** Path of the primary's Unix socket. */
  door: string;
}

/** Requests about the whole container, and chats, whose sockets need one process that knows them all. */
const OF_PRIMARY = ["/healthz", "/readyz", "/metrics", RELAY_PATH];

const config = settings();
const given = cluster.isWorker ? (JSON.parse(process.argv[2]!) as Start) : null;
const hasWorkers = !given && config.workers > 1;
const output = logOutput();
const log = createLog(config.logLevel, output);
const facts = {
  version: config.appVersion,
  market: config.market,
  store: config.redisUrl ? "redis" : "sqlite",
  settings: config.settingsSet,
};
if (!given) log.info(facts, "starting");
const built = await pages();
const sandbox =
  config.sandbox && !given ? await openSandbox().catch((error) => refuseStart(error, "SANDBOX_PORT")) : null;
const sandboxUrl = given?.sandboxUrl ?? sandbox?.url ?? null;
const { services, processEnded, close } = await openServices({
  config: sandboxUrl ? withSandbox(config, sandboxUrl) : config,
  log,
  build: built.build,
  assets: brandedAssets(built.assets, config.brand),
  publicFolder: join(root, "public"),
  operatorUrl: config.operatorUrl ?? sandboxUrl!,
  workers: given || hasWorkers ? { bus: processBus(), joins: given !== null } : undefined,
}).catch((error) => refuseStart(error));
const closeAll = async () => {
  await close();
  watching?.close();
  await sandbox?.close();
};

/** The listener of the metrics' own port, where there is one. */
let watching: Server | undefined;
async function serveMetrics() {
  const { metricsPort, host } = config;
  if (metricsPort === null) return;
  watching = await services.metrics!.listen(metricsPort, host).catch((error) => refuseStart(error, "METRICS_PORT"));
}

let stop = async () => {};

/** One process serves everything. */
async function serveAlone() {
  const server = await listen(createApp(services), config.port, config.host).catch((error) => refuseStart(error));
  const live = createLiveChat(services);
  live?.attach(server);
  services.countSockets(() => live?.count() ?? 0);
  await serveMetrics();
  stop = stopper(server, { ...services, sockets: live }, closeAll);
}

/** Serves what its primary hands over. */
function serveAsWorker({ door }: Start) {
  const { listener, isForwarded, upgrade, close: closeForwarded } = forwarding(door, OF_PRIMARY, createApp(services));
  const server = httpServer(listener);
  takeUpgrades(server, isForwarded, upgrade);
  const received = receiveConnections(server);
  // The primary has told the load balancers, and waited.
  const own = { ...services, config: { ...services.config, drainDelayMs: 0 }, sockets: { close: closeForwarded } };
  stop = stopper(received, own, closeAll);
  process.on("message", (message) => void (message === STOP && exit(0)));
  process.send!(READY);
}

/** Starts workers and keeps what must exist once: the public port, the health, the chats' sockets, the sandbox. */
async function serveWithWorkers() {
  // Workers count with it.
  new RateLimiterClusterMaster();
  const door = doorOf(config.dataDir);
  // A worker is one more proxy in front of it.
  const behind: Services = { ...services, config: { ...services.config, trustProxy: config.trustProxy + 1 } };
  const inner: Server = httpServer(createApp(behind));
  const live = createLiveChat(behind);
  live?.attach(inner);
  services.countSockets(() => live?.count() ?? 0);
  await serveMetrics();
  await freeDoor(door)
    .then(() => listenAt(inner, { path: door }))
    .catch((error) => refuseStart(error));
  const acceptor = createAcceptor();
  const failed = (error: Error & { code: number }) => {
    log.fatal({ err: error }, "workers cannot start");
    void exit(error.code);
  };
  const start: Start = { sandboxUrl, door };
  const orphan = (pid: number) => {
    try {
      processEnded(pid);
    } catch (error) {
      // Their leases run out.
      log.error({ err: error }, "leases could not be ended");
    }
  };
  const print = (line: string) => void output.write(line);
  const workers = startWorkers({ count: config.workers, start, acceptor, log, print, ended: orphan, failed });
  const { underWay, drain } = services.engine;
  stop = stopper(
    {
      close(done) {
        acceptor.close();
        void workers.stop().then(done);
      },
      closeIdleConnections: () => inner.closeIdleConnections(),
      closeAllConnections: () => inner.closeAllConnections(),
    },
    {
      ...services,
      engine: { underWay, drain: async () => void (await Promise.all([drain(), workers.stop()])) },
      sockets: live,
    },
    async () => {
      inner.close();
      await closeAll();
    },
  );
  await workers.ready;
  await acceptor.listen(config.port, config.host).catch((error) => refuseStart(error));
}

if (given) serveAsWorker(given);
else {
  await (hasWorkers ? serveWithWorkers() : serveAlone());
  log.info({ origin: config.publicOrigin, ...(hasWorkers && { workers: config.workers }) }, "listening");
}
if (sandbox) {
  // For whoever tries the app in a terminal.
  say(`member wallet: ${config.publicOrigin}`);
  say(`demo member: ${sandbox.demoMember.phone} / ${sandbox.demoMember.password}`);
  say(`sandbox desk: ${config.deskOrigin ? `${config.deskOrigin}/desk` : sandbox.deskUrl}`);
}

/** Ends the process with a graceful stop, or after `STOP_MS` without one. */
async function exit(code: number): Promise<never> {
  await Promise.race([stop(), wait(config.drainDelayMs + STOP_MS)]);
  await output.end();
  process.exit(code);
}
// The primary tells its workers to stop; a signal to the whole group is meant for the primary.
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void (given ? null : exit(0)));
catchStrays(log, () => {
  if (given) process.send!(LEAVING);
  void exit(1);
});
