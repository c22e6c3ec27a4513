import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { createLiveChat } from "./server/chat/live";
import { createApp } from "./server/app";
import { readAssets } from "./server/pages/assets";
import { brandedAssets } from "./server/pages/branded-assets";
import { ConfigError, readConfig, type Config } from "./server/config/config";
import { startFault, type PortSetting } from "./server/config/start-fault";
import { listen } from "./server/http/listen";
import { createLog, logOutput } from "./server/log";
import { catchStrays } from "./server/http/last-resort";
import { developmentSecret } from "./server/config/development-secret";
import { openServices } from "./server/services";
import { stopper } from "./server/http/stop";

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

/** Says which settings stop the start and what to do about them, and exits. @throws the error if no setting is to blame */
function refuseStart(error: unknown, portSetting?: PortSetting): never {
  const faults = error instanceof ConfigError ? error.faults : [startFault(error, portSetting)];
  if (faults.includes(null)) throw error;
  process.stderr.write(`These settings stop the start:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exit(EX_CONFIG);
}

function settings(): Config {
  try {
    const config = readConfig(process.env);
    return config.sessionSecrets.length > 0
      ? config
      : { ...config, sessionSecrets: [developmentSecret(config.dataDir)] };
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

const config = settings();
const output = logOutput();
const log = createLog(config.logLevel, output);
log.info(
  {
    version: config.appVersion,
    market: config.market,
    store: config.redisUrl ? "redis" : "sqlite",
    settings: config.settingsSet,
  },
  "starting",
);
const built = await pages();
const sandbox = config.sandbox ? await openSandbox().catch((error) => refuseStart(error, "SANDBOX_PORT")) : null;
const { services, close } = await openServices({
  config: sandbox ? withSandbox(config, sandbox.url) : config,
  log,
  build: built.build,
  assets: brandedAssets(built.assets, config.brand),
  publicFolder: join(root, "public"),
  operatorUrl: config.operatorUrl ?? sandbox!.url,
}).catch((error) => refuseStart(error));
const server = await listen(createApp(services), config.port, config.host).catch((error) => refuseStart(error));
const live = createLiveChat(services);
live?.attach(server);
services.countSockets(() => live?.count() ?? 0);
const { metricsPort } = config;
const watching =
  metricsPort === null
    ? null
    : await services.metrics!.listen(metricsPort, config.host).catch((error) => refuseStart(error, "METRICS_PORT"));
const stop = stopper(server, { ...services, sockets: live }, async () => {
  await close();
  watching?.close();
  await sandbox?.close();
});

log.info({ origin: config.publicOrigin }, "listening");
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
process.on("SIGTERM", () => void exit(0));
process.on("SIGINT", () => void exit(0));
catchStrays(log, () => void exit(1));
