import express, { type Request, type RequestHandler, type Response } from "express";
import { asyncHandler } from "../http/async-handler";
import { requireMember } from "../http/guard";
import { localsOf } from "../http/locals";
import { sendPage } from "../http/plain-page";
import { UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import type { Services } from "../services";
import { discardRest } from "../uploads/discard-rest";
import { UploadFault } from "../uploads/fault";
import { goTo, isMultipart } from "../uploads/http";
import { placesFor } from "../uploads/places";
import { MAX_MB, tooLargeText } from "./file-kind";
import { idOf, identityOf, type ChatIdentity } from "./identity";
import { isChatOff } from "./is-off";
import { receiveFile } from "./receive-file";

/** Guests need no account, so it takes more addresses to fill these than those of slips. */
const PLACES = 60;
const TIMES = { wholeMs: UPLOAD_TIMEOUT_MS, pace: { windowMs: 20_000, minBytes: 10_000 } };

/** The words of the shared parts of an upload, as the chat says them. */
const WORDS: Record<string, string> = {
  "errors:SLIP_INVALID_FILE": "chat:fileUnsupported",
  "slips:tooLarge": tooLargeText(MAX_MB.video),
};

/**
 * `POST /chat/file` and `/user/chat/file` stream a file of the chat to the operator; nothing is written to disk. If it is
 * rejected, `pages` renders the form with the reason.
 * @param times shorter in tests
 */
export function chatUploads(services: Services, pages: RequestHandler, times = TIMES): RequestHandler {
  const { client, conversations, csrf, limits } = services;
  const places = placesFor(PLACES, services);

  const prepare: RequestHandler = (_request, response, next) => {
    localsOf(response).fields = new Map();
    next();
  };

  const upload = asyncHandler(async (request, response, next) => {
    const { browser, requestId, address: clientIp, log } = localsOf(response);
    const path = request.path;
    const guest = (): ChatIdentity => ({ userId: null, guestId: browser.guestChat.begin() });
    const identity = identityOf(browser) ?? guest();
    const auth = { token: browser.session?.token ?? null, clientIp, requestId };
    const base = browser.session ? "/user/chat" : "/chat";
    let typed = "";
    const reject = (fault: UploadFault) =>
      showForm(request, response, () => pages(request, response, next), { fault, typed });
    const foreign = () => {
      log.warn({ fault: "token", path }, "form refused");
      sendPage(response, { status: 403, page: "form", back: path });
    };
    let leave: (() => void) | null = null;
    try {
      if (!isMultipart(request)) return sendPage(response, { status: 415, page: "bad", back: path });
      // No page of ours was in this browser before: its form cannot be ours, and it would be another guest each time.
      if (browser.formOwners.length === 0) return foreign();
      if ((await limits.upload(idOf(identity))) !== null || (await limits.chat(idOf(identity))) !== null)
        return reject(new UploadFault(429, "errors:REQUEST_LIMIT"));
      if (await isChatOff(services, auth)) {
        // The page of the conversation says so. A script keeps the file for when there is a chat again.
        if (request.get("x-requested-with") === undefined) return response.redirect(303, base);
        return void response.sendStatus(503);
      }
      leave = await places.enter(idOf(identity), clientIp, response);
      if (response.destroyed) return;
      if (!leave) return reject(new UploadFault(503, "chat:fileFailed"));
      const end = await receiveFile(request, {
        chat: () => conversations(identity, auth),
        auth,
        client,
        holds: (token) => csrf.accepts({ _t: token }, browser.formOwners, []),
        times,
        onText: (text) => (typed = text),
      });
      if (end === "foreign") return foreign();
      if (end === "gone") browser.leave();
      const login = `/login?nextUrl=${encodeURIComponent(base)}`;
      await goTo({ gone: "/terminated", login, sent: `${base}#newest` }[end ?? "sent"], request, response);
    } catch (error) {
      if (!(error instanceof UploadFault)) throw error;
      if (!response.destroyed) log.info({ text: error.text, status: error.status }, "file of the chat rejected");
      reject(error);
    } finally {
      leave?.();
      discardRest(request);
    }
  });

  const router = express.Router({ caseSensitive: true, strict: true });
  router.post(["/chat/file", "/user/chat/file"], prepare, requireMember, upload);
  return router;
}

/** Renders the page of the form with the reason why the file was rejected, and what was typed with it. */
function showForm(
  request: Request,
  response: Response,
  show: () => void,
  { fault: { status, text, facts }, typed }: { fault: UploadFault; typed: string },
): void {
  // What is not as our form sends it says nothing about the file.
  const words = status === 400 ? "chat:fileFailed" : (WORDS[text] ?? text);
  localsOf(response).upload = { text: words, status, at: facts.at ?? null, typed };
  // As a GET, so that Remix does not read the body.
  request.method = "GET";
  show();
}
