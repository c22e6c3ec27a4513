import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

const PROGRAM = "/usr/bin/redis-server";
const READY_MS = 5_000;

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** Starts Redis on a free port. It writes every change to disk before it answers. */
export async function startRedis(): Promise<{ port: number; connect(): Redis; stop(): Promise<void> }> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: install it with "apt-get install redis-server".`);
  const directory = await mkdtemp(join(tmpdir(), "operations-redis-"));
  const port = await freePort();
  const where = ["--port", String(port), "--bind", "127.0.0.1", "--dir", directory];
  const durable = ["--save", "", "--appendonly", "yes", "--appendfsync", "always"];
  const server = spawn(PROGRAM, [...where, ...durable], { stdio: "ignore" });
  const gone = new Promise((resolve) => server.once("exit", resolve));
  const connections: Redis[] = [];
  const connect = () => {
    const redis = new Redis({ port, host: "127.0.0.1", maxRetriesPerRequest: 1, commandTimeout: 2_000 });
    // Without a listener, a lost connection would end the process.
    redis.on("error", () => {});
    connections.push(redis);
    return redis;
  };
  const probe = connect();
  const until = Date.now() + READY_MS;
  while ((await probe.ping().catch(() => "")) !== "PONG") {
    if (Date.now() > until) throw new Error("redis-server did not start.");
  }
  return {
    port,
    connect,
    async stop() {
      for (const redis of connections) redis.disconnect();
      server.kill("SIGKILL");
      await gone;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
