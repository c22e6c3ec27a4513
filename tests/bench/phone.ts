/**
 * `npm run bench:phone [-- --quick]`: time to first paint and to a usable page, on two emulated networks with a
 * processor slowed down six times and a cold cache, compared with a static file of the same bytes (the floor). Only
 * ratios of the same run are comparable. Asserts nothing.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { chromium, type Browser } from "@playwright/test";
import { findChromium, LAUNCH_ARGS } from "../support/browser";
import { demoMember, signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { LINKS, median, SLOWER, slowPage, type Link } from "./slow-link";

const RUNS = process.argv.includes("--quick") ? 3 : 9;

interface Times {
  paint: number;
  usable: number;
}

/** Loads a page with a cold cache. Usable: painted and completely received, so that its forms can be used. */
async function load(browser: Browser, url: string, link: Link, cookies: Map<string, string>): Promise<Times> {
  const page = await slowPage(browser, link);
  try {
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    await page.goto(url, { waitUntil: "load" });
    return await page.evaluate(async () => {
      const paint = await new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const entry = list.getEntriesByName("first-contentful-paint")[0];
          if (!entry) return;
          observer.disconnect();
          resolve(entry.startTime);
        }).observe({ type: "paint", buffered: true });
      });
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return { paint, usable: Math.max(paint, navigation!.domInteractive) };
    });
  } finally {
    await page.context().close();
  }
}

/** Serves a precompressed document. */
async function staticFile(html: string) {
  const body = brotliCompressSync(html);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "br",
    "content-length": body.length,
  };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

const HEADER = [
  "link",
  "page",
  "paint ms",
  "usable ms",
  "floor paint ms",
  "floor usable ms",
  "paint ratio",
  "usable ratio",
];
const row = (cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

async function run(product: Product, browser: Browser) {
  const guest = new Visitor(product.url);
  const member = await signedIn(product, demoMember(product));
  console.log(`${browser.version()}, processor ${SLOWER} times slower, median of ${RUNS} cold loads\n`);
  row(HEADER);
  row(HEADER.map(() => "---"));
  for (const [name, link] of Object.entries(LINKS)) {
    for (const [path, visitor] of [
      ["/login", guest],
      ["/user/home", member],
    ] as const) {
      const cookies = new Map(path === "/login" ? [] : visitor.cookies);
      // The floor is only the document: the app, too, loads script and stylesheet afterwards.
      const document = (await visitor.get(path)).text.replace(/<script\b[^]*?<\/script>|<link\b[^>]*>/g, "");
      const floor = await staticFile(document);
      const own: Times[] = [];
      const least: Times[] = [];
      for (let index = 0; index < RUNS; index += 1) {
        own.push(await load(browser, product.url + path, link, cookies));
        least.push(await load(browser, floor.url, link, new Map()));
      }
      floor.close();
      const [paint, usable, floorPaint, floorUsable] = [own, least].flatMap((times) => [
        median(times.map((time) => time.paint)),
        median(times.map((time) => time.usable)),
      ]) as [number, number, number, number];
      const ratios = [paint / floorPaint, usable / floorUsable].map((value) => value.toFixed(2));
      row([name, path, ...[paint, usable, floorPaint, floorUsable].map(Math.round), ...ratios]);
    }
  }
}

const product = await startProduct({ env: { LOOKUP_CACHE_S: "60" } });
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS });
try {
  await run(product, browser);
} finally {
  await browser.close();
  await product.stop();
}
