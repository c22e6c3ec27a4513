import type { Redis } from "ioredis";
import { primariesOf } from "./redis";

/** What a Redis must say about itself to be trusted with operations. INFO, because hosted servers often forbid CONFIG. */
const DEMANDS = [
  {
    section: "memory",
    isMet: /^maxmemory_policy:noeviction\s/m,
    otherwise:
      "Redis has another maxmemory-policy than noeviction, so it could drop operations; set `maxmemory-policy noeviction` there",
  },
  {
    section: "persistence",
    isMet: /^aof_enabled:1\s/m,
    otherwise: "Redis has no append-only file, so it could forget operations; set `appendonly yes` there",
  },
  {
    section: "replication",
    isMet: /^master_replid:\w/m,
    otherwise:
      "Redis has no master_replid in INFO, so nobody notices when it has forgotten operations; use Redis 4 or newer",
  },
] as const;

/**
 * Refuses a Redis that may forget operations on purpose.
 * @throws Error whose message names Redis' setting
 */
export async function refuseForgetful(redis: Redis): Promise<void> {
  for (const server of primariesOf(redis)) {
    for (const { section, isMet, otherwise } of DEMANDS) {
      if (!isMet.test(`${await server.info(section)}\n`)) throw new Error(otherwise);
    }
  }
}
