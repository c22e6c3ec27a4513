import { readdirSync } from "node:fs";
import { sep } from "node:path";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { liteOf, serveAssets } from "./pages/assets";
import { ownOrigins, refuseForeign, requireFormToken } from "./http/csrf";
import { BrowserLeft, formBody } from "./http/form-body";
import { canonicalPath } from "./http/canonical-path";
import { leaveAtGuestShell, requireMember } from "./http/guard";
import { localsOf } from "./http/locals";
import { ownFailures } from "./http/last-resort";
import { sendPage } from "./http/plain-page";
import { requestLog } from "./http/request-log";
import { refuseUnchecked } from "./http/session-check";
import { limitPages } from "./http/page-limit";
import { remixHandler } from "./pages/remix";
import { cspReports, securityHeaders } from "./http/headers";
import type { Services } from "./services";
import { asyncHandler } from "./http/async-handler";
import { slipImages } from "./slips/image-route";
import { chatUploads } from "./chat/upload-route";
import { slipUploads } from "./slips/upload-route";
import { cookieJar } from "./session/cookies";
import { openBrowserState } from "./session/browser-state";
import { createLocaleDetector } from "./session/locale";

const MAX_URL = 2048;
const PUBLIC_SECONDS = 3600;
const YEAR_SECONDS = 365 * 24 * 3600;

/** Creates the Express app with all middleware, in the order in which a request passes it. Does not listen. */
export function createApp(services: Services): Express {
  const { config, log, health, metrics, traces, assets, limits, csrf, publicFolder } = services;
  const app = express();
  const pages = remixHandler(services);
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", config.trustProxy);
  app.set("query parser", false);
  app.set("case sensitive routing", true);
  app.set("strict routing", true);

  app.use(requestLog(log));
  if (metrics) app.use(metrics.requests);
  if (traces) app.use(traces.requests);
  app.use(ownFailures);
  // Before the security headers, which assets do not need.
  app.use(serveAssets(assets, config.secure));
  app.use(pageDefaults(services));
  app.use(securityHeaders(config));
  app.get("/healthz", health.healthz);
  app.get("/readyz", health.readyz);
  if (metrics) app.get("/metrics", metrics.handler);
  app.use(refuseWhenClosing(services));
  app.use(refuseInvalidRequests);
  app.use(servePublic(publicFolder));
  app.use(refuseRemixEndpoints);
  app.use(limitPages(limits));
  app.post("/csp", cspReports(limits, metrics?.blocked));
  app.use(readCookies(services));
  app.use(refuseUnchecked);
  app.use(refuseForeign(ownOrigins(config)));
  // Before `formBody`: uploads are streamed, not read into memory.
  app.use(slipUploads(services, pages));
  app.use(chatUploads(services, pages));
  app.use(slipImages(services));
  app.use(formBody);
  app.use(requireMember);
  app.use(requireFormToken(csrf));
  app.use(leaveAtGuestShell);
  app.use(pages);
  app.use(failed);
  return app;
}

/** Sets the locals that plain pages need. */
function pageDefaults({ config, assets, now }: Services): RequestHandler {
  const detectLocale = createLocaleDetector(config.locale);
  return asyncHandler(async (request, response, next) => {
    const locale = await detectLocale(request.headers.cookie);
    const address = (request.ip ?? "").replace(/^::ffff:/, "");
    const jar = cookieJar(request.headers.cookie, config.secure);
    const script = liteOf(jar, request.get("save-data")) ? null : assets.script;
    const [cssHref, scriptHref] = [assets.css.href, script?.href ?? null];
    Object.assign(localsOf(response), { now: now(), locale, address, cssHref, scriptHref });
    next();
  });
}

function refuseWhenClosing({ health }: Services): RequestHandler {
  return (_, response, next) => {
    if (!health.isClosing) return next();
    response.setHeader("Connection", "close");
    sendPage(response, { status: 503, page: "stopping", retryAfterSeconds: 5 });
  };
}

/** Files whose names have the hash of their content. */
const NEVER_CHANGES = /\/clips\/[^/]+$/;

/**
 * Serves files such as the icon and robots.txt, which are cached for an hour, and the clips of the guides, for a year.
 * Players ask for parts of a clip by `Range`.
 */
function servePublic(folder: string): RequestHandler {
  // Looking for a file at every page's address would take as long as reading its cookies.
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `/${file.split(sep).join("/")}`),
  );
  const serve = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders: (response, path) => {
      const age = NEVER_CHANGES.test(path) ? `${YEAR_SECONDS}, immutable` : PUBLIC_SECONDS;
      response.setHeader("Cache-Control", `public, max-age=${age}`);
    },
  });
  return (request, response, next) => (files.has(request.path) ? serve(request, response, next) : next());
}

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

/** Refuses other methods than GET, HEAD and POST, URLs that are too long or malformed, and invalid Host headers. */
const refuseInvalidRequests: RequestHandler = (request, response, next) => {
  if (!["GET", "HEAD", "POST"].includes(request.method)) {
    response.setHeader("Allow", "GET, HEAD, POST");
    return sendPage(response, { status: 405, page: "method" });
  }
  if (request.originalUrl.length > MAX_URL) return sendPage(response, { status: 414, page: "large" });
  if (!request.originalUrl.startsWith("/") || !HOST.test(request.headers.host ?? "")) {
    return sendPage(response, { status: 400, page: "bad" });
  }
  const path = canonicalPath(request.originalUrl);
  if (path === null) return sendPage(response, { status: 404, page: "missing" });
  localsOf(response).path = path;
  next();
};

/** Refuses Remix's endpoints for fetching data without a page: the client script does not use them. */
const refuseRemixEndpoints: RequestHandler = (request, response, next) => {
  const path = localsOf(response).path.toLowerCase();
  const query = new URLSearchParams(request.originalUrl.split("?").slice(1).join("?"));
  if (!query.has("_data") && !path.endsWith(".data") && !path.startsWith("/__manifest")) return next();
  sendPage(response, { status: 404, page: "missing" });
};

function readCookies({ config, seal, sessions }: Services): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    const locals = localsOf(response);
    const { cookie: cookieHeader, "user-agent": userAgent } = request.headers;
    const { locale, now } = locals;
    const { secure } = config;
    locals.browser = await openBrowserState({ cookieHeader, userAgent, secure, locale, seal, sessions, now });
    next();
  });
}

/** Handles errors of all other middleware. Logs them with the reference that the page shows. */
const failed: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const { log } = localsOf(response);
  if (error instanceof BrowserLeft) return;
  if (response.headersSent) return next(error);
  const status = (error as { status?: unknown }).status;
  if (typeof status === "number" && status >= 400 && status < 500) {
    return sendPage(response, { status, page: status === 413 ? "large" : "bad" });
  }
  log.error({ err: error, path: request.path.slice(0, 200) }, "request failed");
  sendPage(response, { status: 500, page: "failed" });
};
