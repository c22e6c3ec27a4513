/** Draws the icons of the installed app from the favicon: `npm run app-icons`. Phones' home screens show no SVG. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium, LIGHT } from "../tests/support/browser";
import { root } from "../tests/support/root";

/** iOS asks for 180, by a link: at its own address it would find ours in the deployments of other brands, too. */
const SIZES = [180, 192, 512];
/** Systems cut icons to their own shape: the mark stays within it. */
const MARK = "58%";

const svg = readFileSync(join(root, "public/favicon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: findChromium(LIGHT) });
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: "dark" });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:#0f3253}svg{width:${MARK}}</style>${svg}`,
  );
  await page.screenshot({ path: join(root, "public", `icon-${size}.png`) });
  await page.close();
}
await browser.close();
