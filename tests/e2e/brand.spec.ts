import { BRANDS, brandFile } from "../support/brands";
import { demoMember, signedIn } from "../support/demo";
import { expect, test } from "../support/fixtures";
import { startProduct } from "../support/product";
import { Visitor } from "../support/visitor";

const MEMBER_PAGES = [
  "/user/home",
  "/user/deposit",
  "/user/withdraw",
  "/user/transfer",
  "/user/statement",
  "/user/profile",
];

for (const brand of BRANDS)
  test(`the main pages of the brand ${brand} are accessible in both schemes`, { tag: "@live" }, async ({ checker }) => {
    const product = await startProduct({ env: { BRAND_FILE: brandFile(brand) } });
    try {
      const guest = new Visitor(product.url);
      const member = await signedIn(product, demoMember(product), "th");
      const answers = [await guest.get("/login"), await guest.get("/register"), await guest.get("/contact")];
      for (const path of MEMBER_PAGES) answers.push(await member.get(path));
      for (const { path, text, status } of answers) {
        expect(status, path).toBe(200);
        const html = text.replace(/<script\b[^]*?<\/script>/gi, "").replace(/<noscript[^]*?<\/noscript>/gi, "");
        expect(await checker(html, product.url + path), path).toEqual([]);
      }
    } finally {
      await product.stop();
    }
  });
