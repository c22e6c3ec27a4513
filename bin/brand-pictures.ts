/** Takes the pictures in docs/brands of the built product: `npm run brand-pictures`. */
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { BRANDS, brandFile } from "../tests/support/brands";
import { findChromium, LIGHT } from "../tests/support/browser";
import { chooseLanguage, demoMember, signedIn } from "../tests/support/demo";
import { startProduct, type Product } from "../tests/support/product";
import { root } from "../tests/support/root";
import { Visitor } from "../tests/support/visitor";

const SIZE = { width: 360, height: 640 };

/** Pages of guests, and of members. */
const PAGES = [{ login: "/login" }, { home: "/user/home", deposit: "/user/deposit" }];

async function take(browser: Browser, product: Product, brand: string, colorScheme: "light" | "dark") {
  const guest = new Visitor(product.url);
  await chooseLanguage(guest, "/login", "en");
  const visitors = [guest, await signedIn(product, demoMember(product), "en")];
  for (const [index, visitor] of visitors.entries()) {
    const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: "reduce" });
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: product.url })));
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PAGES[index]!)) {
      await page.goto(product.url + path);
      await page.screenshot({ path: join(root, "docs/brands", `${brand}-${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
}

const browser = await chromium.launch({ executablePath: findChromium(LIGHT) });
for (const brand of BRANDS) {
  const product = await startProduct({ env: { BRAND_FILE: brandFile(brand) } });
  try {
    for (const scheme of ["light", "dark"] as const) await take(browser, product, brand, scheme);
  } finally {
    await product.stop();
  }
}
await browser.close();
