import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type RequestHandler, type Response } from "express";
import helmet from "helmet";
import type { Config } from "../config/config";
import { localsOf } from "./locals";
import type { Limits } from "./rate-limit";
import { asyncHandler } from "./async-handler";

const NONCE_BYTES = 16;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const REPORT_BYTES = "8kb";

/** What a script could ask a member for. Headers are not compressed, so the list has no more. */
const FEATURES = ["camera", "geolocation", "microphone", "payment", "usb"];

type Locals = { nonce: string };
const nonceSource = (_: IncomingMessage, response: ServerResponse) =>
  `'nonce-${(response as ServerResponse & { locals: Locals }).locals.nonce}'`;

/** Security headers of every page. Scripts and inline styles need the nonce; Trusted Types guard the script sinks. */
export function securityHeaders(config: Config): RequestHandler[] {
  const { posterHosts, videoHosts } = hostsOf(config);
  const media = config.chatMedia ? [config.chatMedia] : [];
  const socket = config.publicOrigin.replace(/^http/, "ws");
  const desk = config.deskOrigin;
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [nonceSource, "'strict-dynamic'"],
        styleSrc: ["'self'", nonceSource],
        imgSrc: [...new Set(["'self'", "data:", ...media, ...config.imageHosts, ...posterHosts])],
        mediaSrc: [...new Set(["'self'", ...media, ...config.mediaHosts, ...videoHosts])],
        connectSrc: ["'self'", socket],
        // Chromium applies this to the redirects after a post as well: a post cannot end on another site.
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: [
          ({ url }) => [...(isFramed(url) ? ["'self'"] : []), ...(desk ? [desk] : [])].join(" ") || "'none'",
        ],
        // The chat opens over other pages.
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["app", "markup"],
        reportUri: ["/csp"],
      },
    },
    // With `no-referrer` browsers would send `Origin: null` with our own forms.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: config.secure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    // For Internet Explorer 8, Flash, browsers older than those we support, and links to names of which there are none.
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
    xPermittedCrossDomainPolicies: false,
    // It cannot name a site, and browsers that know `frame-ancestors` ignore it.
    xFrameOptions: desk ? false : { action: "deny" },
  });
  const rest: RequestHandler = ({ url }, response, next) => {
    if (!desk && isFramed(url)) response.setHeader("X-Frame-Options", "SAMEORIGIN");
    response.setHeader("Permissions-Policy", FEATURES.map((feature) => `${feature}=()`).join(", "));
    // Private by default; public files override it.
    response.setHeader("Cache-Control", "no-store");
    next();
  };
  const nonce: RequestHandler = (_, response, next) => {
    response.locals.nonce = randomBytes(NONCE_BYTES).toString("base64");
    next();
  };
  return [nonce, headers, rest];
}

/** The conversation, and where it leads without a session or a service: this site alone may show them in a frame. */
const isFramed = (url = "") => /^\/(chat|user\/chat|login|terminated)(\?|$)/.test(url);

/** The hosts of the tutorial videos and their pictures; those on this site need none. */
function hostsOf({ howto, publicOrigin }: Config) {
  const originsOf = (addresses: (string | undefined)[]) =>
    addresses.flatMap((address = "/") => new URL(address, publicOrigin).origin).filter((one) => one !== publicOrigin);
  const videos = Object.values(howto);
  return {
    posterHosts: originsOf(videos.map(({ poster }) => poster)),
    videoHosts: originsOf(videos.map(({ src }) => src)),
  };
}

/** Lets the forms of this page post to these sources only. */
export function restrictForms(response: Response, sources: string[]): void {
  const name = "Content-Security-Policy";
  const policy = String(response.getHeader(name));
  response.setHeader(name, policy.replace("form-action 'self'", `form-action ${sources.join(" ")}`));
}

/**
 * Logs CSP violation reports: directive, blocked origin and page path only. Always answers 204.
 * @param onReport gets the directive
 */
export function cspReports(limits: Limits, onReport: (directive: string) => void = () => {}): RequestHandler[] {
  const parse = express.json({
    limit: REPORT_BYTES,
    type: ["application/csp-report", "application/reports+json", "application/json"],
  });
  const logReports = asyncHandler(async (request, response) => {
    if ((await limits.report(localsOf(response).address)) === null) {
      for (const report of reportsOf(request.body)) {
        localsOf(response).log.warn(report, "content blocked");
        onReport(report.directive);
      }
    }
    response.status(204).end();
  });
  return [parse, logReports];
}

function reportsOf(body: unknown): { directive: string; blocked: string | null; page: string | null }[] {
  const list: unknown[] = Array.isArray(body) ? body.slice(0, 10) : [body];
  return list.flatMap((entry) => {
    const report = ((entry as Record<string, unknown>)?.["csp-report"] ??
      (entry as Record<string, unknown>)?.body ??
      {}) as Record<string, unknown>;
    const directive = report["effective-directive"] ?? report["violated-directive"] ?? report.effectiveDirective;
    const blocked = report["blocked-uri"] ?? report.blockedURL;
    const page = report["document-uri"] ?? report.documentURL;
    return typeof directive === "string"
      ? [{ directive: directive.slice(0, 60), blocked: originOf(blocked), page: pathOf(page) }]
      : [];
  });
}

const originOf = (address: unknown) => {
  if (typeof address !== "string") return null;
  return URL.canParse(address) && /^https?:/.test(address) ? new URL(address).origin : address.slice(0, 20);
};
const pathOf = (address: unknown) =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).pathname.slice(0, 100) : null;
