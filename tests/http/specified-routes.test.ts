/** The table of routes in the specification, asked of the built product as a guest and as a member. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listedLines } from "../../bin/specification";
import { signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";

let product: Product;
let guest: Visitor;
let member: Visitor;
beforeAll(async () => {
  product = await startProduct();
  guest = new Visitor(product.url);
  const { username, password } = await product.desk.createMember({ wallet: 500_00, games: { PG: 0 } });
  member = await signedIn(product, { username, password }, "en");
});
afterAll(() => product.stop());

/** What the page of a path has, in English for members and Thai for guests. */
const SHOWS: Record<string, RegExp> = {
  "/login": /name="username"[^]*name="password"/,
  "/register": /name="username"/,
  "/contact": /1\.1\.14/,
  "/user/home": /<h1[^>]*>[^]*Total in all accounts/,
  "/user/bonus": /<h1[^>]*>[^<]*[Bb]onus[^]*Promotion code/,
  "/user/statement": /<h1[^>]*>Statement[^]*href="\/user\/slips/,
  "/user/contact": /1\.1\.14/,
  "/user/spin": /<h1[^>]*>[^]*class="wheel"/,
  "/terminated": /<h1/,
};

/** The rows whose path has a page now. */
const rows = listedLines()
  .filter(({ id, kind, waiting }) => id.startsWith("2.") && kind === "row" && !waiting)
  .slice(1)
  .map(({ text }) => text.split(" | "))
  .map(([path, access, notes]) => [path!, notes!, access!] as const);

test.each(rows)("the route %s: %s", async (path, notes, access) => {
  const address = path === "any other path" ? "/no/such/page" : path;
  const asGuest = await guest.send("GET", address);
  const asMember = await member.send("GET", address);
  const leads = /redirects to (\S+)/.exec(notes)?.[1];
  if (access === "login required") {
    expect(asGuest.status).toBe(303);
    expect(asGuest.headers.location).toBe(`/login?nextUrl=${encodeURIComponent(path)}`);
  }
  if (leads) {
    expect([302, 303]).toContain(asMember.status);
    expect(asMember.headers.location).toBe(leads);
    return;
  }
  if (path === "any other path") {
    for (const { status, text } of [asGuest, asMember]) {
      expect(status).toBe(404);
      expect(text).toContain("<h1");
    }
    return;
  }
  const page = access === "login required" ? asMember : asGuest;
  // The shut-down page of a service that is open leads to the service.
  if (path === "/terminated") await product.desk.switches({ terminated: true });
  const shown = path === "/terminated" ? await guest.send("GET", path) : page;
  await product.desk.switches({ terminated: false });
  expect(shown.status).toBe(path === "/terminated" ? 410 : 200);
  expect(shown.text).toMatch(SHOWS[path]!);
});

test.each([
  ["deposit", "/user/deposit"],
  ["transfer", "/user/transfer"],
  ["withdraw", "/user/withdraw"],
  ["invite", "/user/invite"],
  ["refund", "/user/refund"],
  ["game account", "/user/games/PG"],
  ["agreement", "/user/agreement"],
])("every modal is a page: %s", async (_name, path) => {
  const page = await member.send("GET", path);
  expect(page.status).toBe(200);
  expect(page.text).toContain("<h1");
});
