/** The built product with the brands of docs/brands. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRANDS, brandFile } from "../support/brands";
import { demoMember, signedIn } from "../support/demo";
import { tags } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { assetsOf, BUDGET, weigh } from "../support/weight";

const ACCENTS = { lantern: ["#9c2a4b", "#f4a3b8"], river: ["#0f6152", "#7fd6c2"] } as const;
const NAMES = { lantern: "Lantern Pay", river: "Riverleaf" } as const;

describe.each(BRANDS)("the brand %s", (brand) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { BRAND_FILE: brandFile(brand) } });
  }, 130_000);
  afterAll(() => product?.stop());

  test("a first visit has its colours in the page, and a later one in the stylesheet", async () => {
    const visitor = new Visitor(product.url);
    const login = await visitor.get("/login");
    const sheet = await visitor.get(assetsOf(login.text).sheet);
    for (const styles of [login.text, sheet.text])
      for (const accent of ACCENTS[brand]) expect(styles).toContain(`--color-brand:${accent}`);
    expect(sheet.headers["cache-control"]).toContain("immutable");
    expect((await visitor.get("/login")).text).not.toContain("--color-brand:");
  });

  test("pages, the manifest and the page without a connection have its name, and none has another", async () => {
    const visitor = new Visitor(product.url);
    for (const path of ["/login", "/howto", "/offline", "/nowhere"])
      expect((await visitor.get(path)).text, path).toMatch(new RegExp(`<title>[^<]* · ${NAMES[brand]}</title>`));
    const manifest = JSON.parse((await visitor.get("/manifest.webmanifest")).text) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: NAMES[brand], short_name: NAMES[brand] });
    expect(JSON.stringify(manifest)).not.toContain("favicon.svg");
    expect((await visitor.get("/login")).text).not.toContain("Sandbox Wallet");
  });

  test("its logo and icon come from this origin, and stay in the browser", async () => {
    const visitor = new Visitor(product.url);
    const { text } = await visitor.get("/login");
    const logo = tags(text, "image")[0]!.href!;
    expect(tags(text, "link").find(({ rel }) => rel === "icon")!.href).toBe(logo);
    const answer = await visitor.get(logo);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/svg+xml");
    expect(answer.headers["cache-control"]).toContain("immutable");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("home, login and deposit keep to the limits of weight, in every language", async () => {
    const guest = new Visitor(product.url);
    const sheet = assetsOf((await guest.get("/login")).text).sheet;
    const before = new Set(guest.cookies.keys());
    await guest.get(sheet);
    const known = new Map([...guest.cookies].filter(([name]) => !before.has(name)));
    const rows = [];
    for (const language of ["th", "la", "en"]) {
      const member = await signedIn(product, demoMember(product), language);
      for (const path of ["/user/home", "/user/deposit"])
        rows.push({ path, language, ...(await weigh(product.url, await member.get(path), known)) });
    }
    rows.push({ path: "/login", language: "th", ...(await weigh(product.url, await guest.get("/login"), known)) });
    console.log(rows.map(({ path, language, first, later }) => `${path} ${language}: ${first}, ${later}`).join("\n"));
    expect(rows.filter(({ first, blocking }) => first > BUDGET.first || blocking > 1)).toEqual([]);
    expect(
      rows.filter(({ path, later }) => later > (path === "/user/home" ? BUDGET.laterOverview : BUDGET.later)),
    ).toEqual([]);
  });
});
