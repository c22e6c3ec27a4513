import type { Log } from "../log";
import type { Clock } from "./clock";
import type { FormKeys } from "./form-key";
import type { OperatorPort } from "./port";
import type { Rules, Timings } from "./rules";
import type { Observer } from "./step";
import type { OpStore } from "./store";

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
  /** Submitted forms and dispatches that a graceful shutdown waits for. */
  running: Set<Promise<unknown>>;
  /** Number of operations between the submitted form and the answer. */
  underWay: number;
  /** Operations that this process is settling, by id. */
  settling: Map<string, Promise<void>>;
  /** When a "not done" operation was last checked again, by id, in epoch milliseconds. */
  watched: Map<string, number>;
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
