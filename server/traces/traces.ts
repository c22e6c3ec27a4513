import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span, type SpanContext } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Config } from "../config/config";
import { localsOf } from "../http/locals";
import { routeNames } from "../http/route-names";
import type { OperatorPort } from "../operations/port";
import type { CallAuth, OperatorClient } from "../operator/client";
import type { Endpoint } from "../operator/endpoint";

/** Requests and operations whose later calls still find their trace. */
const REMEMBERED = 10_000;
/** Milliseconds that the collector has to answer, also at the end of the process. */
const EXPORT_MS = 2_000;

/** Spans of one process, for OpenTelemetry: request, operation, call of the operator. */
export interface Traces {
  /** Begins the span of every request but those of assets. */
  requests: RequestHandler;
  /** Parts whose calls have spans. */
  client(client: OperatorClient): OperatorClient;
  port(port: OperatorPort): OperatorPort;
  /** Sends what is waiting, for some seconds at most. */
  close(): Promise<void>;
}

/** @param url of the collector, such as `http://collector:4318` */
export function createTraces(
  url: string,
  { appVersion, market }: Pick<Config, "appVersion" | "market">,
  build: ServerBuild | (() => Promise<ServerBuild>),
): Traces {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "member-wallet",
      "service.version": appVersion,
      "wallet.market": market,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("member-wallet");
  /** By the reference of the request or of the operation. An operation goes on after its request. */
  const known = new Map<string, SpanContext>();
  let nameOf = typeof build === "function" ? null : routeNames(build);
  if (typeof build === "function") void build().then((made) => (nameOf = routeNames(made)));

  const remember = (reference: string, span: Span) => {
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value!);
    known.set(reference, span.spanContext());
  };
  const parentOf = ({ operation, requestId }: Pick<CallAuth, "operation" | "requestId">) => {
    const parent = known.get(operation ?? "") ?? known.get(requestId ?? "");
    return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  };
  const ended = <T extends { kind: string }>(span: Span, result: T): T => {
    span.setAttribute("wallet.outcome", result.kind);
    if (result.kind === "unknown" || result.kind === "not-sent") span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return result;
  };

  const called = async <T extends { kind: string }>(
    { method, path }: Endpoint,
    auth: CallAuth,
    send: (auth: CallAuth) => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(`${method} ${path}`, { kind: SpanKind.CLIENT }, parentOf(auth));
    const { traceId, spanId } = span.spanContext();
    return ended(span, await send({ ...auth, traceparent: `00-${traceId}-${spanId}-01` }));
  };

  return {
    requests(request, response, next) {
      const path = request.originalUrl.split("?", 1)[0]!;
      if (path.startsWith("/assets/")) return next();
      const { requestId } = localsOf(response);
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      remember(requestId, span);
      response.on("close", () => {
        const route = nameOf?.(path) ?? "other";
        span.updateName(`${request.method} ${route}`);
        span.setAttributes({
          "http.route": route,
          "http.response.status_code": response.statusCode,
          "wallet.request_id": requestId,
        });
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      next();
    },
    client: (client) => ({
      ...client,
      call: (endpoint, input, auth) => called(endpoint, auth, (own) => client.call(endpoint, input, own)),
      upload: (endpoint, content, auth) => called(endpoint, auth, (own) => client.upload(endpoint, content, own)),
    }),
    port: (port) => ({
      ...port,
      async send(op, input, auth, unrecorded) {
        const span = tracer.startSpan(`operation ${op}`, {}, parentOf({ requestId: auth.requestId }));
        if (auth.operation !== undefined) {
          span.setAttribute("wallet.operation", auth.operation);
          remember(auth.operation, span);
        }
        return ended(span, await port.send(op, input, auth, unrecorded));
      },
    }),
    close: () => provider.shutdown().catch(() => {}),
  };
}
