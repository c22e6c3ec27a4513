import { createServer, type Server } from "node:http";
import type { RequestHandler } from "express";
import { AggregatorRegistry, Registry } from "prom-client";
import type { Config } from "../config/config";
import { localsOf } from "../http/locals";
import type { Limits } from "../http/rate-limit";
import { holdsToken } from "../http/token";
import type { OperatorClient } from "../operator/client";
import type { Observer } from "../operations/step";
import type { OpStore } from "../operations/store";
import { createGauges, createSocketGauge } from "./gauges";
import { createMeters } from "./meters";
import { countRequests } from "./requests";
import type { Sources } from "./sources";
import { countingObserver, measuredClient, measuredLimits, measuredStore } from "./wrap";

/** The metrics of the process, for Prometheus. */
export interface Metrics {
  /** Parts that count what passes through them. */
  client(client: OperatorClient): OperatorClient;
  store(store: OpStore): OpStore;
  limits(limits: Limits): Limits;
  observe: Observer;
  /** Counts every request. */
  requests: RequestHandler;
  /** @param directive as the browser names it: unknown ones have one name */
  blocked(directive: string): void;
  /** Tells what the states are read from. */
  watch(sources: Sources): void;
  /** Answers `/metrics` to whoever holds the token; to others there is no such page. */
  handler: RequestHandler;
  /** Serves the metrics on a port of their own. Rejects if it is taken. */
  listen(port: number, host: string): Promise<Server>;
}

type Settings = Pick<Config, "appVersion" | "market" | "redisUrl" | "metricsToken">;

/** What browsers name in a report: a report can name anything. */
const DIRECTIVES =
  /^(base-uri|connect-src|default-src|font-src|form-action|frame-ancestors|frame-src|img-src|manifest-src|media-src|object-src|require-trusted-types-for|script-src(-elem|-attr)?|style-src(-elem|-attr)?|trusted-types|worker-src)$/;

/** `primary`: asks its workers. It counts nothing itself but the sockets, which it alone has. */
export type MetricsRole = "alone" | "primary" | "worker";

/** Collects the metrics of one container. Nobody else imports `prom-client`, so that it is loaded only if it is wanted. */
export function createMetrics(
  config: Settings,
  build: Parameters<typeof countRequests>[1],
  role: MetricsRole = "alone",
): Metrics {
  const meters = createMeters();
  const kind = config.redisUrl ? "redis" : "sqlite";
  const holds = config.metricsToken === null ? null : holdsToken(config.metricsToken);
  let readGauges = async () => {};
  meters
    .gauge("wallet_build_info", "1; what runs here", "version", "market", "store")
    .set({ version: config.appVersion, market: config.market, store: kind }, 1);

  const sockets = role === "alone" ? meters.registry : new Registry();
  const all = role === "alone" ? null : new AggregatorRegistry();
  if (role === "worker") AggregatorRegistry.setRegistries(freshRegistry(meters.registry, () => readGauges()));
  const text = async () => {
    if (all) return `${await all.clusterMetrics()}\n${await sockets.metrics()}`;
    await readGauges();
    return meters.registry.metrics();
  };
  const type = meters.registry.contentType;

  return {
    client: (client) => measuredClient(client, meters),
    store: (store) => measuredStore(store, kind, meters),
    limits: (limits) => measuredLimits(limits, meters),
    observe: countingObserver(meters),
    requests: countRequests(meters, build),
    blocked: (directive) => meters.cspReports.inc({ directive: DIRECTIVES.test(directive) ? directive : "other" }),
    watch(sources) {
      readGauges = createGauges(meters, sources);
      if (role !== "worker") createSocketGauge(sockets, () => sources.sockets());
    },
    handler: (request, response, next) => {
      if (!holds?.(request)) return next();
      localsOf(response).isProbe = true;
      text().then((metrics) => void response.setHeader("Content-Type", type).end(metrics), next);
    },
    listen: (port, host) => {
      const server = createServer((request, response) => {
        if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
        if (holds && !holds(request)) return void response.writeHead(401).end();
        text().then(
          (metrics) => response.setHeader("Content-Type", type).end(metrics),
          () => response.writeHead(500).end(),
        );
      });
      return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => resolve(server.off("error", reject)));
      });
    },
  };
}

/** The registry, for the primary: reads the states before it tells. */
function freshRegistry(registry: Registry, read: () => Promise<void>): Registry {
  const fresh = new Registry();
  fresh.getMetricsAsJSON = async () => {
    await read();
    return registry.getMetricsAsJSON();
  };
  return fresh;
}
