import type { Log } from "../log";
import type { Clock } from "./clock";
import type { FormKeys } from "./form-key";
import type { OperatorPort } from "./port";
import type { Rules, Timings } from "./rules";
import type { OpStore } from "./store";

/** Who asks, with what; made once per request. The token lives in memory only. */
export interface Caller {
  memberId: string;
  sid: string;
  token: string;
  clientIp?: string;
  requestId?: string;
}

/** What the parts of one engine share. */
export interface Core {
  store: OpStore;
  clock: Clock;
  operator: OperatorPort;
  keys: FormKeys;
  /** This process, as the owner of leases. */
  owner: string;
  log: Log;
  timings: Timings;
  rules: Rules;
  newId: () => string;
  /** Milliseconds that only go forward. */
  elapsed: () => number;
  /** What a graceful stop waits for: submitted forms and dispatches. */
  running: Set<Promise<unknown>>;
  /** Operations between their form and their answer. */
  underWay: number;
  /** Operations this process is settling, by id. */
  settling: Map<string, Promise<void>>;
  /** When a "not done" was last compared with the statement, by id. */
  watched: Map<string, number>;
  /** No new operation is taken. */
  draining: boolean;
}

/** What of `Who` a call to the operator carries. */
export const authOf = ({ token, clientIp, requestId }: Caller) => ({ token, clientIp, requestId });
