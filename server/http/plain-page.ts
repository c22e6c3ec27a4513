import type { Response } from "express";
import en from "../../locales/en/server.json";
import la from "../../locales/la/server.json";
import th from "../../locales/th/server.json";
import type { Locale } from "../config/config";

const TEXTS: Record<Locale, typeof en> = { th, la, en };
const LANG: Record<Locale, string> = { th: "th", la: "lo", en: "en" };

/** Names the texts of a plain page in `server.json`: `failed` stands for `failedTitle` and `failedBody`. */
export type PlainPage = "failed" | "form" | "bad" | "large" | "method" | "busy" | "stopping" | "unchecked" | "missing";

interface Options {
  status: number;
  page: PlainPage;
  /** Target of the page's link; the start page by default. */
  back?: string;
  /** Used with "busy" and "stopping". */
  retryAfterSeconds?: number;
}

/** What a plain page needs from the request; set in `createApp`. */
export interface PageLocals {
  requestId: string;
  nonce: string;
  locale: Locale;
  cssHref: string | null;
  /** Null in lite mode. */
  scriptHref: string | null;
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const fill = (text: string, params: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? "");

/** The button that copies the reference; the script shows it (`app/enhance/copy.ts`). */
function copyButton(reference: string, texts: typeof en): string {
  const copied = escapeHtml(fill(texts.copied, { text: reference }));
  return `<p><button type="button" class="button" data-variant="secondary" data-size="small" data-needs="js" data-copy="${reference}" data-copied="${copied}" data-copy-failed="${escapeHtml(texts.copyFailed)}">${escapeHtml(texts.copy)}<span class="visually-hidden"> ${reference}</span></button></p>`;
}

/** Answers with a static page that does not need Remix: for requests rejected before Remix, and for its failures. */
export function sendPage(response: Response, { status, page, back, retryAfterSeconds }: Options): void {
  const { requestId, locale, cssHref, scriptHref, nonce } = response.locals as PageLocals;
  const texts = TEXTS[locale];
  const title = texts[`${page}Title`];
  const body = fill(texts[`${page}Body`], { seconds: String(retryAfterSeconds ?? "") });
  const refresh = page === "stopping" ? `<meta http-equiv="refresh" content="${retryAfterSeconds ?? 5}">` : "";
  const css = cssHref ? `<link rel="stylesheet" href="${escapeHtml(cssHref)}">` : "";
  const script = scriptHref ? `<script type="module" src="${escapeHtml(scriptHref)}" nonce="${nonce}"></script>` : "";
  const html = `<!doctype html><html lang="${LANG[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>${escapeHtml(title)}</title>${css}${script}</head><body><main class="page" data-align="center" id="main"><h1 class="title">${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p><p><a class="button" href="${escapeHtml(back ?? "/")}">${escapeHtml(back ? texts.back : texts.home)}</a></p><p class="meta">${escapeHtml(texts.reference)} <code>${escapeHtml(requestId)}</code></p>${script && copyButton(requestId, texts)}</main></body></html>`;
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
  response.status(status).type("html").send(html);
}
