import type { Redis } from "ioredis";
import type { AuditLine, AuditQuery } from "./line";
import type { AuditStore } from "./trail";

/** A stream of lines for each member; it expires with the last of them. */
const linesKey = (memberId: string) => `audit:lines:${memberId}`;
/** The member of a reference or request id. */
const memberKey = (reference: string) => `audit:member:${reference}`;

/** Audit lines in a Redis that several containers share. `keepMs`: how long lines are kept, in milliseconds. */
export function redisAudit(redis: Redis, { keepMs }: { keepMs: number }): AuditStore {
  return {
    async add(line) {
      const { at, memberId, reference, requestId } = line;
      const key = linesKey(memberId);
      const batch = redis
        .multi()
        .xadd(key, "MINID", Math.max(0, at - keepMs), "*", "line", JSON.stringify(line))
        .pexpire(key, keepMs);
      for (const name of [reference, requestId]) if (name) batch.set(memberKey(name), memberId, "PX", keepMs);
      for (const [error] of (await batch.exec()) ?? []) if (error) throw error;
    },
  };
}

/** The lines of a query, oldest first. It must have a member or a reference. */
export async function linesInRedis(redis: Redis, query: AuditQuery): Promise<AuditLine[]> {
  const { reference, since = -Infinity, until = Infinity } = query;
  const memberId = query.memberId ?? (reference ? await redis.get(memberKey(reference)) : null);
  if (memberId === null) return [];
  const entries = await redis.xrange(linesKey(memberId), "-", "+");
  return entries
    .map(([, fields]) => JSON.parse(fields[1]!) as AuditLine)
    .filter(({ at }) => since <= at && at <= until)
    .filter((line) => !reference || line.reference === reference || line.requestId === reference)
    .sort((one, other) => one.at - other.at);
}
