/** Only the canonical spelling of a path is accepted, so that the guard and the pages cannot read it differently. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "../support/product";

/** Spellings of a member page that could pass a guard and still reach the page. */
const spellings = (page: string): string[] => {
  const [, area = "", ...rest] = page.split("/");
  const tail = rest.join("/");
  return [
    `/./${area}/${tail}`,
    `/../${area}/${tail}`,
    `/x/../${area}/${tail}`,
    `/%2e/${area}/${tail}`,
    `/%2E%2e/${area}/${tail}`,
    `/.%2e/${area}/${tail}`,
    `//${area}/${tail}`,
    `/${area}//${tail}`,
    `/${area}/./${tail}`,
    `/${area}/x/../${tail}`,
    `/%75ser/${tail}`,
    `/${area.toUpperCase()}/${tail}`,
    `/${area}%2f${tail}`,
    `/${area}%5c${tail}`,
    `/\\${area}/${tail}`,
    `/${area}\\${tail}`,
    `/${area};a=b/${tail}`,
    `/;/${area}/${tail}`,
    `/${area}/${tail}/`,
    `/${area}/${tail}.`,
    `/${area}/${tail}%00`,
    `/${area}/${tail}%20`,
    `/${area}/${tail}#x`,
    `http://localhost/${area}/${tail}`,
  ];
};

const PAGES = ["/user/withdraw/review", "/user/home", "/user/transfer", "/user/slips/upload", "/user/statement/csv"];

describe("other spellings of a path", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { LOG_LEVEL: "info" } });
  });
  afterAll(() => product?.stop());

  /** Sends the path unchanged. @returns the status, and the target of a redirect */
  const send = (method: "GET" | "POST", path: string, body = "") =>
    new Promise<{ status: number; location?: string }>((resolve, reject) => {
      const { port, host } = new URL(product.url);
      const headers = {
        Host: host,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": body.length,
      };
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
        answer.resume().on("end", () => resolve({ status: answer.statusCode!, location: answer.headers.location }));
      });
      sent.on("error", reject).end(body);
    });

  test.each(PAGES)("of %s reach no page", async (page) => {
    for (const path of spellings(page))
      for (const method of ["GET", "POST"] as const) {
        const { status } = await send(method, path);
        // A POST without a token may be refused before its path is.
        expect(method === "GET" ? [400, 404] : [400, 403, 404], `${method} ${path}`).toContain(status);
      }
    // The process has not restarted.
    expect((await send("GET", "/login")).status).toBe(200);
    expect(product.output()).not.toContain("unexpected failure");
  });

  test.each(["/Login", "/LOGIN", "/login/", "/healthz/", "/HEALTHZ", "/user/Home", "/user/slips/Upload"])(
    "%s is not a page",
    async (path) => {
      const { status, location } = await send("GET", path);
      if (status === 303) expect(location).toBe(`/login?nextUrl=${encodeURIComponent(path)}`);
      else expect(status).toBe(404);
    },
  );
});
