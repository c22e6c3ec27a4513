import type { Redis } from "ioredis";
import type { AuditStore, Trail } from "../audit/trail";
import type { Config } from "../config/config";
import type { Outbox } from "../conversation/outbox";
import type { SeenChats } from "../conversation/seen";
import type { Outage, ProcessLog } from "../log";
import type { OpStore } from "../operations/store";
import type { WishStore } from "../protection/store";
import type { Ends } from "../session/ends";
import type { LastKnownStore } from "../session/last-known";
import type { SessionRegister } from "../session/register";
import type { RevokedSessions } from "../session/revoked";
import type { Arrivals } from "../statement/arrivals";
import type { Bus } from "../workers/bus";

/** All stores of one process. */
export interface Stores {
  operations: OpStore;
  trail: Trail;
  revoked: RevokedSessions;
  register: SessionRegister;
  ends: Ends;
  lastKnown: LastKnownStore;
  arrivals: Arrivals;
  outbox: Outbox;
  seenChats: SeenChats;
  wishes: WishStore;
  redis: Redis | null;
  outage: Outage;
  /** Rejects if one cannot be read. */
  reach: () => Promise<unknown>;
  /** A process that shared them has ended: its operations in flight are orphaned. */
  processEnded: (pid: number) => void;
  close: () => Promise<void>;
}

export interface Opening {
  config: Config;
  now: () => number;
  log: ProcessLog;
  /** Names this process. */
  owner: string;
  trailIn: (store: AuditStore) => Trail;
  /** To the other processes of this container. */
  bus: Bus;
  /** Whether another process of this container has opened the stores, and keeps them from other containers. */
  joins: boolean;
}

/** How long a new operations store refuses money operations: not at all with the sandbox, whose data is as new. */
export const closingOf = ({ sandbox, closedMs, lagMs }: Config) => ({ closedForMs: sandbox ? 0 : closedMs, lagMs });
