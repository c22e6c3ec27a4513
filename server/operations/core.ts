import type { Log } from "../log";
import type { Clock } from "./clock";
import type { FormKeys } from "./form-key";
import type { OperatorPort } from "./port";
import type { Rules, Timings } from "./rules";
import type { Observer } from "./step";
import type { OpStore } from "./store";
import type { OpRecord } from "./types";

/** The member and session of one request. The token is never stored. */
export interface Caller {
  memberId: string;
  sid: string;
  token: string;
  clientIp?: string;
  /** Reference of the HTTP request. */
  requestId?: string;
  /** `clientIp` without its last part, and the currency of the member's money: for the audit trail. */
  network?: string;
  currency?: string;
}

/** How long the operator's rows take to appear. */
export interface LagMeter {
  /** Milliseconds after which "not done" may be concluded from rows that have not appeared. */
  quietMs(): Promise<number>;
  /** Milliseconds after which a row has appeared, if there is one. */
  lagMs(): Promise<number>;
  /** Reads the statement after a plain success until its row appears, and remembers how long that took. */
  follow(caller: Caller, op: OpRecord): void;
}

/** State shared by the modules of one engine. */
export interface Core {
  store: OpStore;
  clock: Clock;
  operator: OperatorPort;
  keys: FormKeys;
  /** Names this process as the owner of leases. */
  owner: string;
  log: Log;
  /** Gets what the store does not see: that a request is sent. */
  observe: Observer;
  timings: Timings;
  rules: Rules;
  newId: () => string;
  /** Monotonic milliseconds. */
  elapsed: () => number;
  lag: LagMeter;
  /** Submitted forms and dispatches that a graceful shutdown waits for. */
  running: Set<Promise<unknown>>;
  /** Number of operations between the submitted form and the answer. */
  underWay: number;
  /** Ids of the operations whose answers this process awaits: they are not lost, whatever their lease says. */
  sending: Set<string>;
  /** Operations that this process is settling, by id. */
  settling: Map<string, Promise<void>>;
  /** When the statement was last compared with a member's operations, in monotonic milliseconds. */
  compared: Map<string, number>;
  /** No new operations are accepted. */
  draining: boolean;
}

/** The part of a `Caller` that calls to the operator need. `operation`: the one that they send or check. */
export const authOf = ({ token, clientIp, requestId }: Caller, operation?: string) => ({
  token,
  clientIp,
  requestId,
  operation,
});

/** Makes a graceful shutdown wait for `work`. */
export function track<T>(core: Core, work: Promise<T>): Promise<T> {
  core.running.add(work);
  const done = () => void core.running.delete(work);
  work.then(done, done);
  return work;
}
