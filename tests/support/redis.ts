import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePorts } from "./product";

const PROGRAM = "/usr/bin/redis-server";
const READY_MS = 20_000;

export interface RedisServer {
  port: number;
  /** Where it keeps its data. */
  directory: string;
  connect(): Redis;
  /** `SIGSTOP` freezes it, `SIGCONT` wakes it up. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Ends it with SIGKILL. Its data stay. */
  kill(): Promise<void>;
  /** Starts it after `kill`, on the same port with its data. */
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts Redis on a free port. It writes every change to disk before it answers. `options` replace that. */
export async function startRedis(
  options: readonly string[] = ["--save", "", "--appendonly", "yes", "--appendfsync", "always"],
): Promise<RedisServer> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: install it with "apt-get install redis-server".`);
  const directory = await mkdtemp(join(tmpdir(), "operations-redis-"));
  const [port] = (await freePorts(1)) as [number];
  // Replicas get the data at once.
  const where = ["--port", String(port), "--bind", "127.0.0.1", "--dir", directory, "--repl-diskless-sync-delay", "0"];
  const connections: Redis[] = [];
  let server: ChildProcess | null = null;
  const connect = () => {
    const redis = new Redis({ port, host: "127.0.0.1", maxRetriesPerRequest: 1, commandTimeout: 2_000 });
    // Without a listener, a lost connection would end the process.
    redis.on("error", () => {});
    connections.push(redis);
    return redis;
  };
  const start = async () => {
    server = spawn(PROGRAM, [...where, ...options], { stdio: "ignore" });
    const probe = new Redis({ port, host: "127.0.0.1", maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    probe.on("error", () => {});
    const until = Date.now() + READY_MS;
    while ((await probe.ping().catch(() => "")) !== "PONG") {
      if (Date.now() > until) throw new Error("redis-server did not start.");
    }
    probe.disconnect();
  };
  const kill = async () => {
    if (!server) return;
    const gone = new Promise((resolve) => server!.once("exit", resolve));
    server.kill("SIGKILL");
    await gone;
    server = null;
  };
  await start();
  return {
    port,
    directory,
    connect,
    signal: (signal) => void server!.kill(signal),
    kill,
    start,
    async stop() {
      for (const redis of connections) redis.disconnect();
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A Sentinel that watches the server as `wallet`, and promotes its replica within seconds. */
export async function startSentinel(primary: RedisServer): Promise<{ port: number; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "operations-sentinel-"));
  const [port] = (await freePorts(1)) as [number];
  const file = join(directory, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${directory}`,
    `sentinel monitor wallet 127.0.0.1 ${primary.port} 1`,
    "sentinel down-after-milliseconds wallet 500",
    "sentinel failover-timeout wallet 5000",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const sentinel = spawn(PROGRAM, [file, "--sentinel"], { stdio: "ignore" });
  const probe = new Redis({ port, host: "127.0.0.1", maxRetriesPerRequest: 1, retryStrategy: () => 20 });
  probe.on("error", () => {});
  await becomes("Sentinel did not find the replica.", async () => {
    const found = await probe.call("SENTINEL", "REPLICAS", "wallet").catch(() => []);
    return (found as unknown[]).length === 1;
  });
  probe.disconnect();
  return {
    port,
    async stop() {
      const gone = new Promise((resolve) => sentinel.once("exit", resolve));
      sentinel.kill("SIGKILL");
      await gone;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A Cluster of three primaries, each with a third of the slots, and then their three replicas in the same order. */
export async function startCluster(): Promise<RedisServer[]> {
  const options = ["--save", "", "--appendonly", "yes", "--cluster-enabled", "yes", "--cluster-node-timeout", "1000"];
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startRedis(options)));
  const admins = nodes.map((node) => node.connect());
  const state = () => Promise.all(admins.map((admin) => admin.cluster("INFO")));
  const all = async (pattern: RegExp) => (await state()).every((text) => pattern.test(text));
  await Promise.all(SLOTS.map((range, i) => admins[i]!.cluster("ADDSLOTSRANGE", ...range)));
  for (const { port } of nodes.slice(1)) await admins[0]!.cluster("MEET", "127.0.0.1", port);
  await becomes("The nodes do not know each other.", () => all(/cluster_known_nodes:6/));
  const ids = await Promise.all(admins.map((admin) => admin.cluster("MYID")));
  for (const i of [0, 1, 2]) await admins[i + 3]!.cluster("REPLICATE", ids[i]!);
  await becomes("The Cluster does not work.", () => all(/cluster_state:ok/));
  const isLinked = async (admin: Redis) => (await admin.info("replication")).includes("master_link_status:up");
  await becomes("The replicas have no data.", async () =>
    (await Promise.all(admins.slice(3).map(isLinked))).every(Boolean),
  );
  return nodes;
}

const SLOTS: [number, number][] = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
];

async function becomes(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + READY_MS;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(otherwise);
    await sleep(50);
  }
}
