/** Parts of the product that count what passes through them. Each keeps the part's own interface. */
import type { Limits } from "../http/rate-limit";
import type { OperatorClient } from "../operator/client";
import type { Endpoint } from "../operator/endpoint";
import type { Observer } from "../operations/step";
import type { OpStore } from "../operations/store";
import type { Meters } from "./meters";

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Counts calls by their path template, which has no ids, and by the kind of their results. */
export function measuredClient(client: OperatorClient, { calls, callSeconds }: Meters): OperatorClient {
  const measured = async <T extends { kind: string }>({ method, path }: Endpoint, send: () => Promise<T>) => {
    const started = performance.now();
    const result = await send();
    const call = `${method} ${path}`;
    calls.inc({ call, outcome: result.kind });
    callSeconds.observe({ call }, secondsSince(started));
    return result;
  };
  return {
    ...client,
    call: (endpoint, ...rest) => measured(endpoint, () => client.call(endpoint, ...rest)),
    upload: (endpoint, ...rest) => measured(endpoint, () => client.upload(endpoint, ...rest)),
  };
}

/** Times every call, and takes the measured lags of the statement. */
export function measuredStore(store: OpStore, kind: "sqlite" | "redis", meters: Meters): OpStore {
  const timed =
    <A extends unknown[], R>(call: string, method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const started = performance.now();
      try {
        return await method(...args);
      } catch (error) {
        meters.storeFailures.inc({ store: kind, call });
        throw error;
      } finally {
        meters.storeSeconds.observe({ store: kind, call }, secondsSince(started));
      }
    };
  const measured = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [name, timed(name, method as () => Promise<unknown>)]),
  ) as unknown as OpStore;
  return {
    ...measured,
    noteLag(ms) {
      meters.lag.observe(ms / 1000);
      return measured.noteLag(ms);
    },
  };
}

/** Counts refusals by the name of the limit. A page that waits for its turn is not refused. */
export function measuredLimits(limits: Limits, { limits: hits }: Meters): Limits {
  const isRefusal = (wait: number | null) => wait !== null && wait > 0;
  const counted =
    <A extends unknown[]>(limit: string, take: (...args: A) => Promise<number | null>) =>
    async (...args: A) => {
      const wait = await take(...args);
      if (isRefusal(wait)) hits.inc({ limit });
      return wait;
    };
  const { login, pace, ...others } = limits;
  const measured = Object.fromEntries(
    Object.entries(others).map(([name, take]) => [name, counted(name, take as never)]),
  );
  return {
    ...(measured as unknown as Omit<Limits, "login" | "pace">),
    pace,
    async login(attempt) {
      const given = await login(attempt);
      if (isRefusal(given.wait)) hits.inc({ limit: "login" });
      return given;
    },
  };
}

/** Counts the states that operations come into. */
export const countingObserver =
  ({ operations, corrected }: Meters): Observer =>
  (_memberId, step, { op: operation, state }) => {
    if (step === "sent" || step === "acknowledged") return;
    operations.inc({ operation, outcome: step === "began" ? "began" : state });
    if (step === "corrected") corrected.inc({ operation });
  };
