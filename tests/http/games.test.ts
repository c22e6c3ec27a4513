/** Opening games and showing their credentials, on the built product: headers, secrets, limits, and what a GET may do. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tokenOn } from "../support/crawl";
import { signedIn } from "../support/demo";
import { tags } from "../support/html";
import { startProduct, type Product } from "../support/product";
import type { Visitor } from "../support/visitor";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: "debug", PGSLOT_NOTICE: "Closed on <b>Mondays</b>" } });
});
afterAll(() => product?.stop());

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const CODES = ["PG", "JOKER", "UFABET", "SEXYGAME", "PGSLOT"];

/** A member with open games. */
async function player(own = product, operator = own) {
  const account = await operator.desk.createMember({ games: Object.fromEntries(CODES.map((code) => [code, 100_00])) });
  const { username, password } = account;
  return { username, member: await signedIn(own, { username, password }) };
}

/** Asks for something by the form on the game's page, and gives the page that shows it. */
async function ask(member: Visitor, code: string, what: "launch" | "credentials") {
  const { text } = await member.get(`/user/games/${code}`);
  return member.post(`/user/games/${code}/${what}`, { _t: tokenOn(text)! });
}

const formAction = (policy: unknown) => /form-action ([^;]*)/.exec(String(policy))![1];
const sandboxOf = ({ deskUrl }: Product) => new URL(deskUrl).origin;

const field = (html: string, id: string) => tags(html, "input").find((input) => input.id === id)!.value!;

test("a browser that never fetches the stylesheet has a way to the search and to the agreement", async () => {
  await product.desk.switches({ agreements: true });
  const { member } = await player();
  await member.get("/user/home");
  const home = await member.get("/user/home");
  expect(home.text).not.toContain('name="q"');
  const links = (text: string) => tags(text, "a").map(({ href }) => href);
  const search = links(home.text).find((href) => href?.startsWith("?q="));
  expect((await member.get(`/user/home${search!.split("#")[0]}`)).text).toContain('name="q"');
  const found = await member.get("/user/home?q=joker");
  expect(found.text).toContain("/user/games/JOKER");
  expect(found.text).not.toContain("/user/games/PGSLOT");
  expect(links((await member.get("/user/conditions")).text)).toContain("/user/agreement");
  await product.desk.switches({ agreements: false });
  expect(links((await member.get("/user/conditions")).text)).not.toContain("/user/agreement");
});

describe("the page that opens a game", () => {
  test("lets its form post to the provider only, and is neither stored nor known there", async () => {
    const { member } = await player();
    const page = await ask(member, "UFABET", "launch");
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(formAction(page.headers["content-security-policy"])).toBe(sandboxOf(product));
    const forms = tags(page.text, "form").filter(({ method }) => method === "post");
    expect(forms.map(({ action }) => action)).toEqual([`${sandboxOf(product)}/play/UFABET/login`]);
    expect(tags(page.text, "input").map(({ name }) => name)).toEqual(
      expect.arrayContaining(["__VIEWSTATE", "__EVENTTARGET", "txtUserName", "password"]),
    );
  });

  test("follows a link by a header, with a button for browsers that do not", async () => {
    const { member } = await player();
    const page = await ask(member, "PG", "launch");
    const [, url] = /^0;url=(.*)$/.exec(String(page.headers.refresh))!;
    expect(url).toMatch(`${sandboxOf(product)}/play/PG/sso?ticket=`);
    expect(tags(page.text, "a").find(({ href }) => href === url)).toMatchObject({ rel: "noreferrer" });
    expect(page.headers).toMatchObject({ "referrer-policy": "no-referrer" });
    expect(formAction(page.headers["content-security-policy"])).toBe("'self'");
  });

  test("with a notice, waits until it is read", async () => {
    const { member } = await player();
    const page = await ask(member, "PGSLOT", "launch");
    expect(page.text).toContain("Closed on &lt;b&gt;Mondays&lt;/b&gt;");
    expect(page.text).not.toContain("If nothing happens");
    expect(page.headers.refresh).toBeUndefined();
    expect(page.text).toContain("/play/PGSLOT/sso?ticket=");
  });

  test("other pages have the usual headers", async () => {
    const { member } = await player();
    for (const path of ["/user/home", "/user/games/UFABET", "/user/games/UFABET/reset"]) {
      const { headers } = await member.get(path);
      expect(headers["referrer-policy"], path).toBe("strict-origin-when-cross-origin");
      expect(formAction(headers["content-security-policy"]), path).toBe("'self'");
    }
  });
});

test("the credentials stand on the pages that were asked for them, and nowhere else", async () => {
  const { member } = await player();
  const before = product.output().length;
  const shown = await ask(member, "SEXYGAME", "credentials");
  expect(shown.headers["cache-control"]).toBe("no-store");
  const password = field(shown.text, "password");
  const username = field(shown.text, "username");
  expect(password).toMatch(/^Gp/);
  expect((await ask(member, "SEXYGAME", "launch")).headers.refresh).toContain(encodeURIComponent(password));

  const addresses = [shown.path];
  for (const path of [
    "/user/home",
    "/user/games/SEXYGAME",
    "/user/games/SEXYGAME/credentials",
    "/user/games/SEXYGAME/launch",
    "/user/games/SEXYGAME/reset",
    "/user/transfer?to=SEXYGAME",
    "/user/statement",
  ]) {
    const { text, path: landed } = await member.get(path);
    addresses.push(landed);
    for (const secret of [password, username]) expect(text.includes(secret), path).toBe(false);
  }
  const desk = await (await fetch(product.deskUrl)).text();
  const log = product.output().slice(before);
  expect(log).toContain("/user/games/SEXYGAME/credentials");
  for (const secret of [password, username]) {
    expect(addresses.join().includes(secret)).toBe(false);
    expect(log.includes(secret)).toBe(false);
    expect(desk.includes(secret)).toBe(false);
  }
  expect([...member.cookies.values()].join().includes(password)).toBe(false);
});

test("what was asked for is shown once, for its game, and to the member who asked", async () => {
  const [{ member }, { member: other }] = [await player(), await player()];
  const { text } = await member.get("/user/games/PG");
  const answer = await member.send("POST", "/user/games/PG/credentials", { _t: tokenOn(text)! });
  expect(answer).toMatchObject({ status: 303, headers: { location: "/user/games/PG/credentials" } });
  other.cookies.set("g", member.cookies.get("g")!);
  const landing = async (visitor: Visitor, path: string) => (await visitor.send("GET", path)).headers.location;
  expect(await landing(other, "/user/games/PG/credentials")).toBe("/user/games/PG");
  expect(await landing(member, "/user/games/JOKER/credentials")).toBe("/user/games/JOKER");
  expect(await landing(member, "/user/games/PG/launch")).toBe("/user/games/PG");
  expect((await member.send("GET", "/user/games/PG/credentials")).status).toBe(200);
  expect(await landing(member, "/user/games/PG/credentials")).toBe("/user/games/PG");
});

test("no GET, HEAD or prefetch of any page of a game changes anything at the operator, or asks it for a secret", async () => {
  const { member } = await player();
  const { desk } = product;
  await desk.resetCalls();
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of ["", "/open", "/launch", "/credentials", "/reset"].map((end) => `/user/games/PG${end}`))
    for (const [method, headers] of [
      ["GET", {}],
      ["HEAD", {}],
      ["GET", { "Sec-Purpose": "prefetch;prerender" }],
    ] as [string, Record<string, string>][])
      await fetch(product.url + path, { method, headers: { ...headers, cookie }, redirect: "manual" });
  for (const call of ["activateSlot", "resetSlotPassword", "refreshSlots", "getSlotAccount", "autoLoginPg", "transfer"])
    expect((await desk.calls(call)).received, call).toBe(0);
});

test("credentials are shown five times a minute, and games open ten times", async () => {
  const limited = await startProduct({ env: { RATE_LIMITS: "on" } });
  ends.push(() => limited.stop());
  const { member } = await player(limited);
  const statuses = async (what: "launch" | "credentials", times: number) => {
    const pages = [];
    for (let time = 0; time < times; time += 1) pages.push(await ask(member, "PG", what));
    return pages;
  };
  for (const [what, most] of [
    ["credentials", 5],
    ["launch", 10],
  ] as const) {
    const pages = await statuses(what, most + 1);
    expect(pages.map(({ status }) => status)).toEqual([...Array<number>(most).fill(200), 429]);
    expect(Number(pages.at(-1)!.headers["retry-after"])).toBeGreaterThan(0);
    expect(pages.at(-1)!.text).not.toMatch(/value="Gp|ticket=/);
  }
});

test("with a real operator, an address without TLS is refused with a message", async () => {
  const OPERATOR_API_URL = sandboxOf(product);
  const own = await startProduct({ env: { OPERATOR_API_URL, NODE_ENV: "test", CLOSED_S: "0" } });
  ends.push(() => own.stop());
  const { member } = await player(own, product);
  const address = new RegExp(`${OPERATOR_API_URL}/play`);
  for (const code of ["PG", "JOKER"]) {
    const page = await ask(member, code, "launch");
    expect(page.text).toContain("ที่อยู่เว็บไซต์ของค่ายเกมไม่ปลอดภัย");
    expect(page.text).not.toMatch(address);
    expect(page.headers.refresh).toBeUndefined();
    expect(formAction(page.headers["content-security-policy"])).toBe("'self'");
  }
});

test("a table of providers with a fault stops the start, and names its place", async () => {
  const folder = mkdtempSync(join(tmpdir(), "providers-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "providers.json");
  writeFileSync(file, JSON.stringify({ PG: { kind: "auto", call: "secret-word" } }));
  const failed = await startProduct({ env: { PROVIDERS_FILE: file } }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(failed).toMatch(/at its start \(78\)/);
  expect(failed).toContain("PROVIDERS_FILE: at PG.call: ");
  expect(failed).not.toContain("secret-word");
});
