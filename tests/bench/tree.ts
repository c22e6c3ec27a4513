/**
 * Runs the built product and, in the same process, two bare Express servers with the same pages: one sends the same
 * bytes, one runs `renderToStaticMarkup` on the same tree. Started by `render.ts` with the product's settings and
 * `BENCH_BYTES_PORT`, `BENCH_TREE_PORT`.
 */
import type { AppLoadContext } from "@remix-run/node";
import express, { type Request, type Response } from "express";
import { compress } from "../../server/pages/compress";

type Render = (...input: unknown[]) => globalThis.Response | Promise<globalThis.Response>;
interface Pages {
  entry: { module: { default: Render } };
}

/** Loads a file of the build from the same path as the product does. */
const build = (path: string): Promise<unknown> => import(new URL(`../../build/${path}`, import.meta.url).href);

const pages = (await build("pages.mjs")) as Pages;
const render = pages.entry.module.default;

/** Input and output of the first rendering of each path for a visitor who has the stylesheet. */
const trees = new Map<string, unknown[]>();
const bytes = new Map<string, string>();

// The product imports the same module, so its pages pass through this function.
pages.entry.module = {
  ...pages.entry.module,
  default: async (...input) => {
    const response = await render(...input);
    const path = new URL((input[0] as globalThis.Request).url).pathname;
    const { assets } = input[4] as AppLoadContext;
    if (assets.css === null && !trees.has(path)) {
      trees.set(path, input);
      bytes.set(path, await response.clone().text());
    }
    return response;
  },
};

/** Sends a page with the product's compression. */
async function answer(request: Request, response: Response, html: string | undefined) {
  if (html === undefined) return void response.status(404).end();
  const plain = Buffer.from(html);
  const packed = await compress(plain, request.get("accept-encoding"));
  const body = packed?.body ?? plain;
  response.set({ "Content-Type": "text/html; charset=utf-8", "Content-Length": String(body.length) });
  if (packed) response.set("Content-Encoding", packed.encoding);
  response.end(body);
}

const listen = (
  port: string | undefined,
  handle: (request: Request) => Promise<string | undefined> | string | undefined,
) =>
  express()
    .disable("x-powered-by")
    .disable("etag")
    .get("*", (request: Request, response: Response, next) => {
      Promise.resolve(handle(request))
        .then((html) => answer(request, response, html))
        .catch(next);
    })
    .listen(Number(port), "127.0.0.1");

listen(process.env.BENCH_BYTES_PORT, ({ path }) => bytes.get(path));
listen(process.env.BENCH_TREE_PORT, async ({ path }) => {
  const input = trees.get(path);
  return input && (await render(...input)).text();
});

await build("server.mjs");
