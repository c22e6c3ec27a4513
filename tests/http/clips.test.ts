/** The clips of the guides: how they are served, and that real browsers play them. */
import { chromium, firefox, type Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import clips from "../../server/config/howto-clips.json";
import { findChromium, findFirefox, TEST_ARGS } from "../support/browser";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, 60_000);
afterAll(() => product?.stop());

const { src, poster, bytes } = clips.wallet;

describe("a clip is served", () => {
  test("whole, to be kept for a year", async () => {
    const answer = await fetch(product.url + src);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(bytes),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
  });

  test("in parts, as players ask for it", async () => {
    const answer = await fetch(product.url + src, { headers: { Range: "bytes=1000-1999" } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes 1000-1999/${bytes}`);
    expect((await answer.arrayBuffer()).byteLength).toBe(1000);
    const beyond = await fetch(product.url + src, { headers: { Range: `bytes=${bytes}-` } });
    expect(beyond.status).toBe(416);
  });

  test("with its picture", async () => {
    const answer = await fetch(product.url + poster);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });
});

const BROWSERS: [name: string, found: string | undefined, start: () => Promise<Browser>][] = [
  ["Chromium", "always", () => chromium.launch({ executablePath: findChromium(), args: TEST_ARGS })],
  ["Firefox", findFirefox(), () => firefox.launch({ channel: "moz-firefox", executablePath: findFirefox() })],
];

describe.each(BROWSERS)("%s", (name, found, start) => {
  // Without Firefox (apt: firefox-esr) this is skipped, but not where everything is to be tested.
  test.skipIf(!found && !process.env.CI)(`${name} plays a clip from the step that was chosen`, async () => {
    const browser = await start();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(`${product.url}/howto/wallet?from=7`, { waitUntil: "networkidle" });
      expect(asked).not.toContain(src);
      const video = page.locator("video");
      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true;
        return element.play();
      });
      const place = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(place, { timeout: 30_000 }).toBeGreaterThan(7.2);
      const size = await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]);
      expect(size).toEqual([540, 720]);
      const captions = await video.evaluate((element: HTMLVideoElement) =>
        [...element.textTracks].map(({ language, mode }) => `${language} ${mode}`),
      );
      expect(captions).toEqual(["th showing", "lo disabled", "en disabled"]);
      expect(asked).toContain(src);
    } finally {
      await browser.close();
    }
  });
});
