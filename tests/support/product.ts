import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Desk, type SandboxSwitches } from "./desk";
import { root } from "./root";

export interface ProductOptions {
  /** Default: `th`. */
  market?: "th" | "la";
  /** More settings, or other values for those in `defaults`. An empty text removes a setting. */
  env?: Record<string, string>;
  /** Switches of the sandbox operator, set before the product is returned. */
  sandbox?: SandboxSwitches;
  /** Arguments for Node instead of the product itself, for benchmarks that wrap it. */
  command?: string[];
}

/** The built product in its own process, with new data and free ports. */
export interface Product {
  url: string;
  /** URL of the sandbox's desk; `desk` is its API. */
  deskUrl: string;
  desk: Desk;
  dataDir: string;
  market: "th" | "la";
  /** Of the process that runs now; undefined if it could not start. */
  pid(): number | undefined;
  /** Everything it has printed, in all its starts. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, or the signal that ended it */
  kill(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Starts again with the same data, ports and settings; if it still runs, kills it first with SIGKILL. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

const START_MS = 120_000;

/** Tests must not depend on other tests or on time: no limits, and only the desk settles withdrawals. */
const CALM: SandboxSwitches = {
  callsPerMinute: 0,
  onceEveryMs: 0,
  loginFailuresPerMinute: 0,
  slipsAndGiftsPerMinute: 0,
  withdrawSettleMs: 0,
  slipWindow: "open",
  agreements: false,
};

const ENTRY = join(root, "build/server.mjs");

export async function startProduct({
  market = "th",
  env = {},
  sandbox = {},
  command = [ENTRY],
}: ProductOptions = {}): Promise<Product> {
  if (!existsSync(ENTRY)) throw new Error("The product is not built: run `npm run build`.");

  const [port, sandboxPort] = await freePorts(2);
  const dataDir = mkdtempSync(join(tmpdir(), "wallet-test-"));
  const url = `http://localhost:${port}`;
  const defaults = {
    NODE_ENV: "production",
    MARKET: market,
    SANDBOX: env.OPERATOR_API_URL ? "" : "1",
    // With an operator that is not the sandbox, `NODE_ENV: "test"` alone relaxes no rule.
    TEST_SYSTEM: env.OPERATOR_API_URL && env.NODE_ENV === "test" ? "1" : "",
    SANDBOX_PORT: String(sandboxPort),
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_ORIGIN: url,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    DRAIN_DELAY_MS: "0",
    LOOKUP_CACHE_S: "0",
    RATE_LIMITS: "off",
  };
  const settings: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TZ: "UTC",
    ...defaults,
    ...env,
  };

  let child: ChildProcess;
  let output = "";

  const start = async () => {
    const started = spawn(process.execPath, command, {
      cwd: root,
      env: settings as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const deadline = Date.now() + START_MS;
    while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
      if (hasEnded(started))
        throw new Error(`The product ended at its start (${started.exitCode ?? started.signalCode}):\n${output}`);
      if (Date.now() > deadline) {
        started.kill("SIGKILL");
        throw new Error(`The product was not ready within ${START_MS / 1000} s:\n${output}`);
      }
      await sleep(50);
    }
  };

  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    const ending = child;
    if (!hasEnded(ending)) {
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      ending.kill(signal);
      await ended;
    }
    return ending.exitCode ?? ending.signalCode!;
  };

  await start();
  const desk = new Desk(`http://127.0.0.1:${sandboxPort}`);
  const product: Product = {
    url,
    deskUrl: `http://127.0.0.1:${sandboxPort}/desk`,
    desk,
    dataDir,
    market,
    pid: () => child.pid,
    output: () => output,
    kill,
    restart: async () => {
      await kill("SIGKILL");
      await start();
    },
    stop: async () => {
      await kill("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (settings.SANDBOX === "1") {
    await desk.switches({ ...CALM, ...sandbox }).catch(async (error: unknown) => {
      await product.stop();
      throw error;
    });
  }
  return product;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Finds free ports. All are held until the last is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(Array.from({ length: count }, holdPort));
  await Promise.all(held.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  return held.map(({ port }) => port);
}

/** Below those that the system gives to outgoing connections, of which one could have it before the product listens. */
const PORTS = [10_000, 32_000] as const;

async function holdPort() {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (isFree) return { port, server };
  }
}
