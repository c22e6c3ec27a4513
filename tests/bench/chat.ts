/**
 * `npm run bench:chat`: opening the chat on the slow link with a cold cache, beside a widget of the npm registry that
 * shows the same conversation from a static page. Readable: its messages are painted. Live: the socket has said that it
 * is, and the script has taken the page over.
 * Only figures of the same run are comparable. Asserts nothing.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium, type Browser, type Page } from "@playwright/test";
import { findChromium, LAUNCH_ARGS } from "../support/browser";
import { demoMember, signedIn } from "../support/demo";
import { startProduct } from "../support/product";
import { row } from "./resources";
import { LINKS, median, SLOWER, slowPage } from "./slow-link";

const RUNS = 7;
const ASKED = "My deposit has not arrived yet.";

/** Milliseconds from the beginning of the navigation; bytes received for the page and everything it loads. */
interface Opened {
  readable: number;
  live: number | null;
  bytes: number;
}

/** Counts the bytes as they come over the wire. */
async function countBytes(page: Page) {
  const counted = { bytes: 0 };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => (counted.bytes += encodedDataLength));
  return counted;
}

async function open(browser: Browser, url: string, cookies: Map<string, string>, hasSocket: boolean): Promise<Opened> {
  const page = await slowPage(browser, LINKS["slow 3G"]);
  try {
    const { origin } = new URL(url);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const counted = await countBytes(page);
    await page.addInitScript(() => {
      // The script's part of the page has a role that the server's has not.
      new MutationObserver((_, observer) => {
        if (!document.querySelector("[data-chat] [role=log]")) return;
        performance.mark("taken");
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true });
    });
    const since = performance.now();
    const live = !hasSocket
      ? null
      : new Promise<number>((resolve) =>
          page.on("websocket", (socket) =>
            socket.on("framereceived", ({ payload }) => {
              if (String(payload).includes('"live",true')) resolve(performance.now() - since);
            }),
          ),
        );
    await page.goto(url, { waitUntil: "commit" });
    // It also looks into the widget's shadow tree.
    await page.getByText(ASKED).first().waitFor({ state: "visible" });
    const readable = performance.now() - since;
    const liveAfter = await live;
    if (hasSocket) await page.getByRole("log").waitFor();
    const takenAfter = await page.evaluate(() => performance.getEntriesByName("taken")[0]?.startTime ?? 0);
    await page.waitForLoadState("load");
    return { readable, live: liveAfter && Math.max(liveAfter, takenAfter), bytes: counted.bytes };
  } finally {
    await page.context().close();
  }
}

/** The bundle of the widget, from the folders of the path: `npx --package` puts it there. */
function widgetBundle(): string {
  const folders = process.env.PATH!.split(delimiter).map((folder) => join(folder, "..", "deep-chat"));
  const found = folders.map((folder) => join(folder, "dist/deepChat.bundle.js")).find(existsSync);
  if (!found) throw new Error("deep-chat is not in the path: run `npm run bench:chat`.");
  return readFileSync(found, "utf8");
}

/** A static page with the widget, which has the conversation in it already, compressed as our own pages are. */
async function widget() {
  const history = JSON.stringify([{ role: "user", text: ASKED }]).replace(/'/g, "&#39;");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
<meta name="viewport" content="width=device-width"><script type="module" src="/widget.js"></script>
<deep-chat demo='true' history='${history}' style="width:100%;height:90vh"></deep-chat></html>`;
  const bodies: Record<string, [string, Buffer]> = {
    "/": ["text/html; charset=utf-8", brotliCompressSync(html)],
    "/widget.js": ["text/javascript; charset=utf-8", brotliCompressSync(widgetBundle())],
  };
  const server = createServer((request, response) => {
    const [type, body] = bodies[request.url!] ?? ["text/plain", brotliCompressSync("")];
    response
      .writeHead(200, { "content-type": type, "content-encoding": "br", "content-length": body.length })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

const product = await startProduct({ env: { LOOKUP_CACHE_S: "60" } });
const other = await widget();
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS });
try {
  const member = await signedIn(product, demoMember(product), "en");
  await member.submit(await member.get("/user/chat"), { text: ASKED });
  const cookies = new Map(member.cookies);
  const opened: Record<string, Opened[]> = { "/user/chat": [], "deep-chat": [] };
  for (let run = 0; run < RUNS; run += 1) {
    opened["/user/chat"]!.push(await open(browser, `${product.url}/user/chat`, cookies, true));
    opened["deep-chat"]!.push(await open(browser, other.url, new Map(), false));
  }
  console.log(`${browser.version()}, slow 3G, processor ${SLOWER} times slower, median of ${RUNS} cold loads\n`);
  row(["page", "readable ms", "live ms", "bytes"]);
  row(["---", "---:", "---:", "---:"]);
  for (const [name, all] of Object.entries(opened)) {
    const of = (value: (one: Opened) => number) => Math.round(median(all.map(value)));
    row([
      name,
      of(({ readable }) => readable),
      all[0]!.live === null ? "" : of(({ live }) => live!),
      of((one) => one.bytes),
    ]);
  }
} finally {
  await browser.close();
  other.close();
  await product.stop();
}
