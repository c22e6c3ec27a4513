import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import type { Assets } from "../context";
import type { AssetFile, BuiltAssets } from "../services";
import type { CookieJar } from "../session/cookies";
import { bestEncoding } from "./compress";

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  woff2: "font/woff2",
};

/** Stands for the stylesheet's hash in development: it changes all the time, so every page inlines it. */
export const ALWAYS_INLINED = "development";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Reads the built assets into memory; they are few and small. @throws Error if there is no build */
export function readAssets(root: string): BuiltAssets {
  const folder = join(root, "build/assets");
  if (!existsSync(join(root, "build/assets.json")))
    throw new Error("There is no build yet: run `npm run build` first.");
  const manifest = JSON.parse(readFileSync(join(root, "build/assets.json"), "utf8")) as {
    css: { href: string; hash: string; text?: string };
    script: { href: string } | null;
    chat: Assets["chat"];
    pages: Record<string, { css: string; strange: string[] }>;
  };
  const optional = (file: string) => (existsSync(file) ? readFileSync(file) : null);
  const names = readdirSync(folder).filter((name) => name.split(".").at(-1)! in TYPES);
  const files = new Map(
    names.map((name): [string, AssetFile] => {
      const file = join(folder, name);
      const type = TYPES[name.split(".").at(-1)!]!;
      return [
        `/assets/${name}`,
        { type, plain: readFileSync(file), br: optional(`${file}.br`), gzip: optional(`${file}.gz`) },
      ];
    }),
  );
  const text = manifest.css.text ?? files.get(manifest.css.href)?.plain.toString("utf8") ?? "";
  const pages = new Map(
    Object.entries(manifest.pages).map(([page, { css, strange }]) => [page, { css, strange: new Set(strange) }]),
  );
  return { css: { ...manifest.css, text }, script: manifest.script, chat: manifest.chat, pages, files };
}

/** Who asked for lite pages: the browser with `Save-Data: on`, or the visitor; null: nobody. */
export function liteOf(jar: CookieJar, saveData: string | undefined): Assets["lite"] {
  if (saveData?.toLowerCase() === "on") return "browser";
  return jar.get("l") === "1" ? "visitor" : null;
}

/**
 * What a page links or inlines. The stylesheet is inlined until the browser has fetched it once; that response sets a
 * cookie with its hash. Lite pages have no script.
 */
export function assetsFor(built: BuiltAssets, jar: CookieJar, saveData: string | undefined): Assets {
  const lite = liteOf(jar, saveData);
  const script = built.script && built.files.get(built.script.href);
  return {
    lite,
    scriptBytes: (script?.br ?? script?.plain)?.length ?? 0,
    css: jar.get("c") === built.css.hash && built.css.hash !== ALWAYS_INLINED ? null : built.css.text,
    stylesOf: (page) => {
      const styles = built.pages?.get(page);
      return styles && { css: styles.css, suffices: (html) => !shows(html, styles.strange) };
    },
    cssHref: built.css.href,
    script: lite ? null : (built.script?.href ?? null),
    chat: lite ? null : built.chat,
  };
}

/** Whether a tag of the page has one of these classes or values. */
function shows(html: string, strange: ReadonlySet<string>): boolean {
  for (const [, name, value] of html.matchAll(/ (class|data-[\w-]+|aria-[\w-]+)="([^"]*)"/g)) {
    const words = name === "class" ? value!.split(" ") : [value];
    if (words.some((word) => strange.has(`${name}=${word}`))) return true;
  }
  return false;
}

/** Serves files with a hash in their name: compressed at build time and cached for a year. */
export function serveAssets(built: BuiltAssets, secure: boolean): RequestHandler {
  const cookie = `${secure ? "__Host-" : ""}c=${built.css.hash}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure ? "; Secure" : ""}`;
  return (request, response, next) => {
    // As it was spelled: Express reads other spellings as the same path.
    const path = request.originalUrl.split("?", 1)[0]!;
    if (!path.startsWith("/assets/")) return next();
    response.set({ "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" });
    const file = request.method === "GET" || request.method === "HEAD" ? built.files.get(path) : undefined;
    if (!file) {
      response.status(404).type("txt").send("Not found\n");
      return;
    }
    const encoding = bestEncoding(request.headers["accept-encoding"]);
    const packed = encoding === "br" ? file.br : encoding === "gzip" ? file.gzip : null;
    const body = packed ?? file.plain;
    response.set({
      "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
      "Content-Type": file.type,
      "Content-Length": String(body.length),
      Vary: "Accept-Encoding",
      ...(packed && encoding ? { "Content-Encoding": encoding } : {}),
      ...(path === built.css.href ? { "Set-Cookie": cookie } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}
