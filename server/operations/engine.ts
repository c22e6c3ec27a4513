import type { Log } from "../log";
import { newReference } from "./reference";
import type { Clock } from "./clock";
import type { Core, Caller } from "./core";
import { formKeys } from "./form-key";
import { createLagMeter } from "./lag";
import { memberOperations } from "./member";
import type { OperatorPort } from "./port";
import { ALL_RULES, TIMINGS, withRulesOff } from "./rules";
import type { Rules, Timings } from "./rules";
import type { Observer } from "./step";
import type { OpStore } from "./store";
import { sweep } from "./sweep";
import type { MemberOperations } from "./types";

export interface EngineOptions {
  store: OpStore;
  clock: Clock;
  operator: OperatorPort;
  /** The first signs form keys, all of them verify. */
  secrets: readonly string[];
  /** Identifies this process among all that share the store. */
  owner: string;
  log: Log;
  /** Gets `sent`; the store reports all other steps. */
  observe?: Observer;
  timings?: Partial<Timings>;
  /** All on by default. */
  rules?: Partial<Rules>;
  newId?: () => string;
}

export interface Engine {
  /** The engine for one member, made once per request. */
  forMember(caller: Caller): MemberOperations;
  /** Number of operations between the submitted form and the answer. */
  underWay(): number;
  /** Accepts no new operations and waits for those in flight, at most 65 s. The store stays open. */
  drain(): Promise<void>;
}

/** The operations engine: the only way to call anything that moves money. It sweeps until it is drained. */
export function createEngine(options: EngineOptions): Engine {
  const { clock, operator, owner, log } = options;
  const rules = { ...ALL_RULES, ...options.rules };
  const timings = { ...TIMINGS, ...options.timings };
  const core: Core = {
    store: withRulesOff(options.store, rules),
    clock,
    operator,
    keys: formKeys(options.secrets, { maxAgeMs: timings.keyMaxAgeMs, skewMs: timings.keySkewMs, ...rules }),
    owner,
    log,
    observe: options.observe ?? (() => {}),
    timings,
    rules,
    newId: options.newId ?? newReference,
    elapsed: () => (clock.monotonic ?? clock.now)(),
    running: new Set(),
    underWay: 0,
    sending: new Set(),
    settling: new Map(),
    compared: new Map(),
    draining: false,
    lag: undefined as never,
  };
  core.lag = createLagMeter(core);
  void sweep(core);

  return {
    forMember: (caller) => memberOperations(core, caller),
    underWay: () => core.underWay,
    async drain() {
      core.draining = true;
      let late = false;
      const tooLate = clock.sleep(timings.drainMs).then(() => (late = true));
      while (core.running.size > 0 && !late) await Promise.race([Promise.allSettled(core.running), tooLate]);
      if (core.running.size > 0) log.warn({ left: core.running.size }, "stopping with operations in flight");
    },
  };
}
