/** Traces of the built product, as a real collector gets them: request, operation, call of the operator. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { alteredOperator } from "../support/altered-operator";
import { transferOne } from "../support/commands";
import { demoMember, signedIn } from "../support/demo";
import { startProduct, type ProductOptions } from "../support/product";
import { root } from "../support/root";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector of OTLP over HTTP. */
async function collector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    if (request.method === "POST" && request.url === "/v1/traces")
      spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader("Content-Type", "application/json");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => (server.closeAllConnections(), server.close()));
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function product(options: ProductOptions = {}) {
  const started = await startProduct(options);
  ends.push(() => started.stop());
  return started;
}

const attribute = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;

test("an operation is one trace, from the browser's request to the operator, who gets its context", async () => {
  const { spans, url } = await collector();
  const operator = await product();
  const heard: { path: string; traceparent: unknown }[] = [];
  const hear = (path: string, { traceparent }: Record<string, unknown>) => void heard.push({ path, traceparent });
  const between = await alteredOperator(new URL(operator.deskUrl).origin, () => {}, hear);
  ends.push(() => between.close());
  const own = await product({
    env: { OPERATOR_API_URL: between.url, NODE_ENV: "test", CLOSED_S: "0", OTEL_EXPORTER_OTLP_ENDPOINT: url },
  });
  const demo = demoMember(operator);
  const reference = await transferOne(await signedIn(own, demo));
  // What is waiting is sent before the process ends.
  expect(await own.kill("SIGTERM")).toBe(0);

  const operation = spans.find(({ name }) => name === "operation transfer")!;
  const request = spans.find(({ spanId }) => spanId === operation.parentSpanId)!;
  const call = spans.find(({ name, parentSpanId }) => name.endsWith("/transfer") && parentSpanId === operation.spanId)!;
  expect(attribute(operation, "wallet.operation")).toEqual({ stringValue: reference });
  expect(attribute(operation, "wallet.outcome")).toEqual({ stringValue: "answer" });
  expect(request.name).toBe("POST /user/transfer");
  expect(request.parentSpanId).toBeFalsy();
  expect(attribute(request, "http.response.status_code")).toEqual({ intValue: 303 });
  expect(call.name).toBe("POST /api/wallet/transfer");
  expect(new Set([operation, request, call].map(({ traceId }) => traceId)).size).toBe(1);
  expect(heard.find(({ path }) => path === "/api/wallet/transfer")!.traceparent).toBe(
    `00-${call.traceId}-${call.spanId}-01`,
  );

  expect(spans.filter(({ name }) => /\d/.test(name.replace(reference, "")))).toEqual([]);
  expect(JSON.stringify(spans)).not.toContain(demo.username);
});

test("a collector that does not answer changes nothing for members", async () => {
  const operator = await product();
  const env = { OPERATOR_API_URL: new URL(operator.deskUrl).origin, NODE_ENV: "test", CLOSED_S: "0" };
  const own = await product({ env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" } });
  expect(await transferOne(await signedIn(own, demoMember(operator)))).toMatch(/^\w/);
  expect(await own.kill("SIGTERM")).toBe(0);
});

describe("the libraries", () => {
  const LIBRARIES = { metrics: "wallet_http_requests_total", traces: "OTLPTraceExporter" };
  const hook = fileURLToPath(new URL("../support/note-loaded.mjs", import.meta.url));

  /** The libraries that are in the modules which the product loads until it is ready. */
  async function loaded(env: Record<string, string> = {}): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), "loaded-"));
    ends.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "modules");
    await product({
      command: ["--import", hook, join(root, "build/server.mjs")],
      env: { LOADED_MODULES: file, ...env },
    });
    const modules = readFileSync(file, "utf8")
      .split("\n")
      .filter((one) => one.includes("/build/"));
    const texts = modules.map((one) => readFileSync(fileURLToPath(one), "utf8"));
    expect(texts.length).toBeGreaterThan(3);
    return Object.entries(LIBRARIES).flatMap(([name, sign]) =>
      texts.some((text) => text.includes(sign)) ? [name] : [],
    );
  }

  test("of metrics and traces are loaded only if a setting asks for them", async () => {
    expect(await loaded()).toEqual([]);
    expect(await loaded({ METRICS_TOKEN: "5f3c1d9ab27e4480c6f1e2d3047b9a58" })).toEqual(["metrics"]);
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toEqual(["traces"]);
  });
});
