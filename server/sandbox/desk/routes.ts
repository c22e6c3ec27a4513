import express, { Router, type ErrorRequestHandler, type RequestHandler } from "express";
import { asyncHandler } from "../../http/async-handler";
import { actionOf } from "./actions";
import type { Control } from "./control";
import { createDeskApi, errorAnswer } from "./api";
import { deskPage } from "./page";
import { messagePage } from "./page-parts";
import type { Market } from "../market";

/** Answers 403 to posts from other sites. The sandbox has refused other host names before. */
const ownPosts: RequestHandler = (request, response, next) => {
  const host = request.get("host") ?? "";
  const site = request.get("sec-fetch-site") ?? "same-origin";
  const origin = request.get("origin") ?? `http://${host}`;
  const referer = request.get("referer");
  const own = `http://${host}`;
  const safe = request.method === "GET" || request.method === "HEAD";
  const sameOrigin =
    site === "same-origin" && origin === own && (!referer || referer === own || referer.startsWith(`${own}/`));
  if (safe || sameOrigin) return next();
  response.status(403).type("text").end("The desk only accepts its own forms.");
};

/** Amounts in forms are decimals; actions expect minor units. */
const inMinorUnits = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      (name === "amount" || name === "wallet") && value !== ""
        ? [name, Math.round(Number(value) * 100)]
        : [name, value],
    ),
  );

/** Actions whose result the page shows. */
const showingResult = ["member", "gift"];

/** The desk: its page and its JSON API. */
export function createDesk(
  control: Control,
  facts: { market: Market; demo: { phone: string; password: string }; now(): number },
): Router {
  const desk = Router();
  desk.use((_request, response, next) => {
    response.set({
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      "X-Content-Type-Options": "nosniff",
    });
    next();
  });
  desk.use(ownPosts);
  desk.use("/api", createDeskApi(control));
  desk.get("/", (request, response) => {
    const { done } = request.query;
    response.type("html").end(deskPage(control, { ...facts, done: typeof done === "string" ? done : null }).text);
  });
  desk.get("/slips/:id.:type(png|jpg)", ({ params }, response) => {
    const { id, type } = params as { id: string; type: "png" | "jpg" };
    const { name, bytes } = control.slipPicture(id, type);
    response.attachment(name).end(bytes);
  });
  const act = asyncHandler(async (request, response, next) => {
    const action = actionOf(request.params.action!);
    if (!action) return next();
    const result = await action.run(control, inMinorUnits(request.body as Record<string, unknown>));
    const facts = showingResult.includes(request.params.action!) ? ` ${JSON.stringify(result)}` : "";
    response.redirect(303, `/desk?done=${encodeURIComponent(`Done: ${request.params.action}.${facts}`)}`);
  });
  desk.post("/do/:action", express.urlencoded({ extended: false, limit: "20kb" }), act);
  desk.use(
    (_request, response) => void response.status(404).type("html").end(messagePage("The desk has no such page.").text),
  );
  const failed: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    const [status, text] = errorAnswer(error);
    response.status(status).type("html").end(messagePage(text).text);
  };
  desk.use(failed);
  return desk;
}
