import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Browser } from "puppeteer-core";
import puppeteer from "puppeteer-core";
import { root } from "./root";

/** Chromium 80 of 2020, the oldest engine whose looks count, from a package that exists for another purpose. */
function executable(): string {
  const folder = join(root, "node_modules/.cache/chromium-80");
  const path = join(folder, "chromium");
  if (existsSync(path)) return path;
  const packed = join(dirname(createRequire(import.meta.url).resolve("chrome-aws-lambda")), "../bin/chromium.br");
  mkdirSync(folder, { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, brotliDecompressSync(readFileSync(packed)));
  chmodSync(part, 0o755);
  renameSync(part, path);
  return path;
}

/** Starts Chromium 80 on a phone's screen of 360 by 740 CSS pixels. */
export const startOldChromium = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: executable(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    defaultViewport: { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  });
