/**
 * A path is accepted in one spelling only, so that the guard and the pages cannot read it differently. Each path is asked in
 * every fifth spelling, and the next path in the next ones; with `ODD_PATHS=all` each is asked in all of them.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawl, tokenOn } from "../support/crawl";
import { demoMember, signedIn } from "../support/demo";
import { oddSpellings } from "../support/odd-spellings";
import { builtPages, matches } from "../support/pages";
import { startProduct, type Product } from "../support/product";
import { RawConnection, type RawAnswer } from "../support/raw";
import { Visitor } from "../support/visitor";
import { prizePages, spun } from "../support/wheel";

const STEP = process.env.ODD_PATHS === "all" ? 1 : 5;

describe("odd spellings of a path", () => {
  let product: Product;
  let guest: Visitor;
  let member: Visitor;
  /** Every path of a page, a form or a file of the site, as links and forms name them. */
  let paths: string[];
  let phone: string;

  beforeAll(async () => {
    product = await startProduct({});
    guest = new Visitor(product.url);
    phone = demoMember(product).username;
    member = await signedIn(product, demoMember(product));
    const moved = await member.complete(await member.get("/user/transfer"), {
      from: "wallet",
      to: "PGSLOT",
      amount: "1",
    });
    const won = await spun(product.desk, member, phone, 50_00);
    const prizes = await prizePages(member, won);
    const pages = await builtPages();
    const start = ["/", ...pages.filter((page) => !page.includes(":"))];
    const qr = "/user/deposit/qr/KBANK";
    paths = [
      ...new Set([
        ...(await crawl(guest, start)),
        ...(await crawl(member, [
          moved!.path,
          won.path,
          ...prizes.map(({ path }) => path),
          qr,
          `${qr}/cancel`,
          ...start,
        ])),
      ]),
    ];
    expect(pages.filter((page) => !paths.some((path) => matches(page, path)))).toEqual([]);
  });
  afterAll(() => product?.stop());

  /** Writes requests as they are, with the cookies and, in a post, the form token of a visitor. */
  async function asker(visitor: Visitor, tokenPage: string) {
    const token = tokenOn((await visitor.get(tokenPage)).text)!;
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = `_t=${encodeURIComponent(token)}`;
    const { host, port } = new URL(product.url);
    const line = new RawConnection(Number(port));
    const head = `Host: ${host}\r\nCookie: ${cookie}\r\nOrigin: ${product.url}\r\n`;
    const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const ask = (method: "GET" | "POST", target: string) =>
      line.ask(Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}${method === "GET" ? "\r\n" : form}`, "latin1"));
    return { ask, close: () => line.close() };
  }

  const isNoPage = ({ status }: RawAnswer) => [400, 404, 405].includes(status);
  const isLogin = ({ status, location }: RawAnswer) => status === 303 && location?.startsWith("/login?nextUrl=");
  /** A game's name may be any text: its form is refused with the page of the form. */
  const isRefusedForm = ({ status }: RawAnswer) => status === 422;

  test.each([
    ["a guest", () => guest, "/login", (answer: RawAnswer) => isNoPage(answer) || isLogin(answer)],
    ["a member", () => member, "/user/home", (answer: RawAnswer) => isNoPage(answer) || isRefusedForm(answer)],
  ])("reach no page for %s, and the process stays the same", async (_who, visitor, tokenPage, isRefusal) => {
    const before = { pid: product.pid(), balances: await product.desk.balances(phone) };
    const { ask, close } = await asker(visitor(), tokenPage);
    const reached: string[] = [];
    for (const [number, path] of paths.entries())
      for (const target of oddSpellings(path).filter((_, at) => (at + number) % STEP === 0))
        for (const method of ["GET", "POST"] as const) {
          const answer = await ask(method, target);
          if (!isRefusal(answer)) reached.push(`${method} ${target} → ${answer.status} ${answer.location ?? ""}`);
        }
    close();
    expect(reached).toEqual([]);
    expect(product.output()).not.toMatch(/"level":"(error|fatal)"/);
    expect({ pid: product.pid(), balances: await product.desk.balances(phone) }).toEqual(before);
    expect((await member.send("GET", "/user/home")).status).toBe(200);
  });
});
