import { createServer, type Server } from "node:http";
import type { RequestHandler } from "express";
import type { Config } from "../config/config";
import { localsOf } from "../http/locals";
import type { Limits } from "../http/rate-limit";
import { holdsToken } from "../http/token";
import type { OperatorClient } from "../operator/client";
import type { Observer } from "../operations/step";
import type { OpStore } from "../operations/store";
import { createGauges } from "./gauges";
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

/** Collects the metrics of one process. Nobody else imports `prom-client`, so that it is loaded only if it is wanted. */
export function createMetrics(config: Settings, build: Parameters<typeof countRequests>[1]): Metrics {
  const meters = createMeters();
  const kind = config.redisUrl ? "redis" : "sqlite";
  const holds = config.metricsToken === null ? null : holdsToken(config.metricsToken);
  let readGauges = async () => {};
  meters
    .gauge("wallet_build_info", "1; what runs here", "version", "market", "store")
    .set({ version: config.appVersion, market: config.market, store: kind }, 1);

  const text = async () => {
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
    watch: (sources) => void (readGauges = createGauges(meters, sources)),
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
