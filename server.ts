import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { createApp } from "./server/app";
import { readAssets } from "./server/pages/assets";
import { ConfigError, readConfig, type Config } from "./server/config/config";
import { listen } from "./server/http/listen";
import { createLog } from "./server/log";
import { startSandbox } from "./server/sandbox";
import { developmentSecret } from "./server/config/development-secret";
import { openServices } from "./server/services";
import { stopper } from "./server/http/stop";

/** Exit code for configuration errors, as in `sysexits.h`. */
const EX_CONFIG = 78;

const here = dirname(fileURLToPath(import.meta.url));
/** Whether this is the bundle in `build/`, or the source. */
const bundled = existsSync(join(here, "remix"));
const root = bundled ? dirname(here) : here;

const say = (line: string) => process.stdout.write(`${line}\n`);

function settings(): Config {
  try {
    const config = readConfig(process.env);
    return config.sessionSecrets.length > 0
      ? config
      : { ...config, sessionSecrets: [developmentSecret(config.dataDir)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`These settings stop the start:\n${error.faults.map((fault) => `  ${fault}\n`).join("")}`);
    process.exit(EX_CONFIG);
  }
}

/** The built pages and assets, or in development those made from the source. */
async function pages() {
  if (!bundled) return (await import("./server/pages/dev")).sourceBuild(root);
  const build = (await import(pathToFileURL(join(here, "remix/server/index.js")).href)) as ServerBuild;
  return { build, assets: readAssets(root) };
}

const openSandbox = () =>
  startSandbox({
    dataFile: join(config.dataDir, "sandbox.sqlite"),
    market: config.market,
    port: config.sandboxPort,
    marker: config.operatorMarker,
    truelinkSecret: config.truelinkSecret ?? undefined,
  });

const config = settings();
const log = createLog(config.logLevel);
const sandbox = config.sandbox ? await openSandbox() : null;
const { services, close } = await openServices({
  // The sandbox serves the pictures of its games.
  config: sandbox ? { ...config, imageHosts: [...config.imageHosts, sandbox.url] } : config,
  log,
  ...(await pages()),
  publicFolder: join(root, "public"),
  operatorUrl: config.operatorUrl ?? sandbox!.url,
});
const server = await listen(createApp(services), config.port, config.host);
const stop = stopper(server, services, async () => {
  await close();
  await sandbox?.close();
});

say(`member wallet: ${config.publicOrigin}`);
if (sandbox) {
  say(`demo member: ${sandbox.demoMember.phone} / ${sandbox.demoMember.password}`);
  say(`sandbox desk: ${sandbox.deskUrl}`);
}

const exit = (code: number) => void stop().then(() => process.exit(code));
process.on("SIGTERM", () => exit(0));
process.on("SIGINT", () => exit(0));
// Unexpected: exits with 1, but first finishes the operations in flight.
const exitOnError = (error: unknown) => {
  log.fatal({ err: error }, "unexpected failure");
  exit(1);
};
process.on("uncaughtException", exitOnError);
process.on("unhandledRejection", exitOnError);
