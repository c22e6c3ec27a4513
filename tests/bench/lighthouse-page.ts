import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium, LAUNCH_ARGS } from "../support/browser";
import type { Answer } from "../support/visitor";
import type { Category, Report } from "./lighthouse-scores";

const run = promisify(execFile);
const MAX_REPORT = 64 * 1024 * 1024;
/** Now and then Lighthouse loses its own recording and asks to be run again. */
const ATTEMPTS = 3;

/**
 * Opens a page in Lighthouse with the cookies that led to it. Expects `lighthouse` in the path.
 * @throws Error if the page could not be loaded, or led to another one
 */
export async function lighthouse(origin: string, page: Answer, categories: readonly Category[]): Promise<Report> {
  const { path, cookies, headers } = page;
  const calm = headers.refresh ? await withoutRefresh(origin) : undefined;
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  // In a file, because everyone can read the arguments of a process.
  const sent = join(folder, "headers.json");
  writeFileSync(sent, JSON.stringify({ Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }));
  const address = (calm?.origin ?? origin) + path;
  const options = [
    "--output=json",
    "--quiet",
    "--no-enable-error-reporting",
    "--disable-full-page-screenshot",
    // /terminated answers 410.
    "--ignore-status-code",
    `--only-categories=${categories.join(",")}`,
    `--extra-headers=${sent}`,
    `--chrome-flags=${["--headless=new", ...LAUNCH_ARGS].join(" ")}`,
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() ?? chromium.executablePath() };
  try {
    let reason = "";
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { stdout, stderr } = await run("lighthouse", [address, ...options], { env, maxBuffer: MAX_REPORT }).catch(
        (error: Error & { stderr?: string }) => ({ stdout: null, stderr: error.stderr || error.message }),
      );
      reason = stderr;
      if (stdout === null) continue;
      const report = JSON.parse(stdout) as Report;
      if (report.finalDisplayedUrl !== address) throw new Error(`${path} led to ${report.finalDisplayedUrl}`);
      return report;
    }
    throw new Error(`${path} could not be measured: ${reason}`);
  } finally {
    calm?.close();
    rmSync(folder, { recursive: true });
  }
}

/** Passes everything on but the `Refresh` header: a page that leads on by itself would be gone before it is measured. */
async function withoutRefresh(origin: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(new URL(url!, origin), { method, headers }, (answer) => {
      delete answer.headers.refresh;
      answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers));
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
