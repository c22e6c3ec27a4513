import type { Browser, Page } from "@playwright/test";

/** Bandwidth in bits per second, latency (round trip) in milliseconds. Chromium does not slow down WebSockets. */
export const LINKS = { "slow 3G": { bits: 400_000, latency: 400 }, "4G": { bits: 1_600_000, latency: 150 } };
export type Link = (typeof LINKS)[keyof typeof LINKS];

/** How many times slower the processor is. */
export const SLOWER = 6;

/** An empty page of a phone with a cold cache, on this link. */
export async function slowPage(browser: Browser, link: Link): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const throughput = link.bits / 8;
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: link.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return page;
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
