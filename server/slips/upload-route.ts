import express, { type Request, type RequestHandler, type Response } from "express";
import { sendPage } from "../http/plain-page";
import { localsOf } from "../http/locals";
import { requireMember } from "../http/guard";
import { shortAddress } from "../http/network";
import { endpoints } from "../operator/contract";
import { UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { errorText } from "../operator/errors";
import type { MemberOperations, OpView, RunOutcome } from "../operations/types";
import type { Services } from "../services";
import { asyncHandler } from "../http/async-handler";
import { UploadFault } from "../uploads/fault";
import { discardRest } from "../uploads/discard-rest";
import { goTo, isMultipart } from "../uploads/http";
import { placesFor } from "../uploads/places";
import { MAX_FORM_BYTES, receiveSlip, type UploadTimes } from "./upload/slip";

/** The page with the upload form and the list of slips. */
const PAGE = "/user/slips";
/** Shows the form even while a slip is being checked. Without `send` the page then refreshes itself and hides it. */
const FORM_PAGE = `${PAGE}?send=1`;
const PLACES = 30;
/** The latest slips, searched for the status of an earlier upload. */
const LATEST = { page: 1, limit: 30 };
/** 500 bytes a second: the slowest mobile networks have five times as much. */
const TIMES: UploadTimes = { wholeMs: UPLOAD_TIMEOUT_MS, pace: { windowMs: 20_000, minBytes: 10_000 } };

/**
 * `POST /user/slips/upload` streams a slip to the operator; nothing is written to disk. If the upload is rejected,
 * `pages` renders the page of the form with the reason.
 * @param times shorter in tests
 */
export function slipUploads(services: Services, pages: RequestHandler, times = TIMES): RequestHandler {
  const { client, codes, csrf, engine, limits } = services;
  const places = placesFor(PLACES, services);

  const prepare: RequestHandler = (request, response, next) => {
    localsOf(response).fields = new Map();
    // After login the member returns to the page of the form: this address has none.
    request.originalUrl = PAGE;
    next();
  };

  const upload = asyncHandler(async (request, response, next) => {
    const { browser, requestId, address: clientIp, log } = localsOf(response);
    const { sid, token, member } = browser.session!;
    const reject = (fault: UploadFault) => showForm(request, response, () => pages(request, response, next), fault);
    const plain = (status: 403 | 415, page: "form" | "bad") => sendPage(response, { status, page, back: PAGE });
    let leave: (() => void) | null = null;
    try {
      if (!isMultipart(request)) return plain(415, "bad");
      if (Number(request.headers["content-length"] ?? 0) > MAX_FORM_BYTES)
        return reject(new UploadFault(413, "slips:tooLarge"));
      if ((await limits.upload(member.id)) !== null) return reject(new UploadFault(429, "errors:REQUEST_LIMIT"));
      leave = await places.enter(member.id, clientIp, response);
      if (response.destroyed) return;
      if (!leave) return reject(new UploadFault(503, "receipt:busy"));

      const origin = { clientIp, network: shortAddress(clientIp), requestId, currency: member.currency };
      const operations = engine.forMember({ memberId: member.id, sid, token, ...origin });
      const sender = {
        operations,
        holds: (k: string) => csrf.accepts({ k }, [], [{ sid, memberId: member.id }]),
        limit: () => limits.slip(member.id),
        codes,
        failed: async (reference: string) => {
          const list = await client.call(endpoints.listSlips, LATEST, { token, clientIp, requestId });
          const slips = list.kind === "answer" ? list.output.slips : [];
          return slips.some((slip) => slip.reference === reference && slip.status === "FAILED");
        },
      };
      const outcome = await receiveSlip(request, sender, times);
      if (!outcome) {
        log.warn({ fault: "token", path: request.path }, "form refused");
        return plain(403, "form");
      }
      if (outcome.kind === "gone") browser.leave();
      const end = await endOf(outcome, operations);
      if (end instanceof UploadFault) return reject(end);
      await goTo(end.to, request, response);
    } catch (error) {
      if (!(error instanceof UploadFault)) throw error;
      // The line of the request says that the browser has left.
      if (!response.destroyed) log.info({ text: error.text, status: error.status }, "slip rejected");
      reject(error);
    } finally {
      leave?.();
      discardRest(request);
    }
  });

  const router = express.Router({ caseSensitive: true, strict: true });
  router.post(`${PAGE}/upload`, prepare, requireMember, upload);
  return router;
}

/** Where to send the member, or the fault to show at the form. */
async function endOf(outcome: RunOutcome, operations: MemberOperations): Promise<{ to: string } | UploadFault> {
  switch (outcome.kind) {
    case "receipt": {
      const op = await operations.view(outcome.id);
      if (op?.op !== "uploadSlip") return { to: `/user/receipt/${outcome.id}` };
      if (op.state === "done") return { to: PAGE };
      return op.state === "rejected" ? refusal(op) : { to: `/user/receipt/${outcome.id}` };
    }
    case "hindered": // Never: a slip is for money that was sent before.
    case "stale":
    case "confirm":
      return new UploadFault(409, "receipt:stale");
    case "closed":
      if (outcome.reason === "busy") return new UploadFault(503, "receipt:busy");
      return new UploadFault(503, "receipt:closed", { at: outcome.until ?? undefined });
    case "login":
      return { to: `/login?nextUrl=${encodeURIComponent(PAGE)}` };
    case "gone":
      return { to: "/terminated" };
  }
}

/** The fault for an upload that the operator refused: its own message, else the text of its code. */
const refusal = ({ code, message }: OpView) =>
  code === "NOT_SENT" ? new UploadFault(503, "receipt:closed") : new UploadFault(422, message ?? errorText(code ?? ""));

/** Renders the page of the form with the reason why the upload was rejected. */
function showForm(request: Request, response: Response, show: () => void, { status, text, facts }: UploadFault): void {
  localsOf(response).upload = { text, status, at: facts.at ?? null };
  // As a GET, so that Remix does not read the body.
  request.method = "GET";
  request.originalUrl = FORM_PAGE;
  show();
}
