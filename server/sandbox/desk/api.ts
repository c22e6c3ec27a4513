/**
 * The JSON API of the desk, on the loopback interface, for tests and tools in other processes.
 * Amounts are integer minor units, times epoch milliseconds. An unknown member, QR or withdrawal is 404, invalid input
 * 400, both with `{error}`. A POST needs `Content-Type: application/json`.
 *
 *   POST /desk/api/member         {phone?, password?, name?, currency?, wallet?, games?: {PG: 20000}, open?: ["PG"], bank?} → {id, phone, password, name}
 *   POST /desk/api/set-member     {phone, status?: active|suspended|gone|forgotten, lacks?: ["user","wallet","bank"], network?}
 *   POST /desk/api/set-bank       {phone, code, name, number}  not checked
 *   POST /desk/api/expire-tokens  {phone}
 *   POST /desk/api/bank-transfer  {phone, amount, bankCode?}
 *   POST /desk/api/pay-qr         {id?, phone?} → {id, amount}
 *   POST /desk/api/slip           {phone, amount, outcome?: SUCCESS|reason code, bankCode?, minutesAgo?, wrongCrc?} → {id, transRef, outcome, url, jpegUrl, png}
 *   POST /desk/api/read-slip      {reference?, phone?} → {count}  reads pending slips now: one, a member's, or all
 *   POST /desk/api/gift           {amount, state?: unused|used|expired|own, phone?} → {hash, link, amount, state}
 *   POST /desk/api/match-add      {id?, phone?} → {count}       the money of announced truewallet deposits arrives now
 *   POST /desk/api/lose-add       {id?, phone?} → {count}       the money never arrives: they fail after addFailMs
 *   POST /desk/api/settle         {id?, phone?} → {count}       pays pending withdrawals: one, a member's, or all
 *   POST /desk/api/refuse         {id?, phone?} → {count}       refuses them: the money goes back
 *   POST /desk/api/play           {phone, code, amount: ±, unread?} → {moved}
 *   POST /desk/api/give-bonus     {phone, amount, kind?, success?, fail?}   POST /desk/api/end-bonus {phone}
 *   POST /desk/api/give-coins     {phone, count?: 1} → {coins}   POST /desk/api/force-slice {phone, code}  the next spin stops there
 *   POST /desk/api/spoil-coupons  {phone, how?: expired|lost} → {count}   changes the open coupons
 *   POST /desk/api/receive-offer  {phone, code}                 receives a bonus or promotion as the member would
 *   POST /desk/api/received-offer {phone, code, at?}            it was received before, at this time
 *   POST /desk/api/forget-offers  {phone}                       all can be received again
 *   POST /desk/api/answer-chat    {phone? | guestId?, text?, kind?: text|buttons|quick_replies|generic|image|video|file|postback|odd}
 *   POST /desk/api/type-in-chat   {phone? | guestId?, typing?: true}   POST /desk/api/read-chat {phone? | guestId?}
 *   POST /desk/api/drop-chat      {}                            closes all sockets of the chat
 *   POST /desk/api/fault          {call?: operationId|"any", kind, times?: 1, delayMs?, phone?, status?, code?, executed?}
 *   POST /desk/api/clear-faults   {}
 *   POST /desk/api/switches       {any switch: value} → all switches
 *   POST /desk/api/advance        {ms}                          moves the sandbox's clock
 *   POST /desk/api/reset-limits   {}    POST /desk/api/reset-calls {}
 *   GET  /desk/api/otp?phone=     → {phone, ref, code, sentAt, expiresAt, state, ...} or null
 *   GET  /desk/api/bank?phone=    → {code, name, number} or null
 *   GET  /desk/api/qrs[?phone=]   → [{id, phone, bankCode, amount, payload, expiresAt}]
 *   GET  /desk/api/slips[?phone=] → [{reference, phone, status, note, amount, transRef, bankCode, createdAt, readAt}]
 *   GET  /desk/api/made-slips[?phone=] → [{id, phone, transRef, outcome, amount, paidAt, bankCode, url, jpegUrl}]
 *   GET  /desk/slips/ID.png, .jpg the picture of a made slip; the JPEG has a location in its EXIF data
 *   GET  /desk/api/gifts          → [{hash, link, amount, state}]
 *   GET  /desk/api/announcements[?phone=] → [{id, phone, amount, matchAt, failAt}]
 *   GET  /desk/api/withdrawals[?phone=] → [{id, phone, amount, settleAt}]
 *   GET  /desk/api/balances?phone= → {wallet, PG, ...}
 *   GET  /desk/api/statement?phone=[&page=&limit=] → {total, rows: [{type, status, source, target, amount, createdAt, ...}]}
 *   GET  /desk/api/coins?phone=   → {coins}
 *   GET  /desk/api/slices?phone=  → [{code, label, prize: {name, amount} or null}]
 *   GET  /desk/api/coupons?phone= → [{id, name, label, amount, createdAt, expiresAt, state}]
 *   GET  /desk/api/chat[?phone= | ?guestId=] → [{sender, message, createdAt, session, isRead}], of who wrote last without both
 *   GET  /desk/api/trial-balance  → {trialBalance: {BAHT: 0, LAK: 0}, drifted: [], negative: [], exact: true}
 *   GET  /desk/api/switches  faults  members  recent-calls
 *   GET  /desk/api/calls?operationId= → {received, executed, refused}; without operationId: the counts of all calls by name
 */
import express, { Router, type ErrorRequestHandler, type Request } from "express";
import { ZodError } from "zod";
import { asyncHandler } from "../../http/async-handler";
import { actionOf } from "./actions";
import type { Control } from "./control";
import { NotFound } from "./not-found";

type Query = (name: string) => string | undefined;

const phoneIn = (query: Query): string => {
  const phone = query("phone");
  if (!phone) throw new NotFound("The parameter phone is missing.");
  return phone;
};

const views: Record<string, (control: Control, query: Query) => unknown> = {
  otp: (control, query) => control.otp(phoneIn(query)),
  bank: (control, query) => control.bankAccount(phoneIn(query)),
  qrs: (control, query) => control.qrs(query("phone")),
  slips: (control, query) => control.slips(query("phone")),
  "made-slips": (control, query) => control.madeSlips(query("phone")),
  gifts: (control) => control.gifts(),
  announcements: (control, query) => control.announcements(query("phone")),
  withdrawals: (control, query) => control.withdrawals(query("phone")),
  balances: (control, query) => control.balances(phoneIn(query)),
  statement: (control, query) =>
    control.statement(phoneIn(query), { page: Number(query("page") ?? 1), limit: Number(query("limit") ?? 100) }),
  coins: (control, query) => control.coins(phoneIn(query)),
  slices: (control, query) => control.slices(phoneIn(query)),
  coupons: (control, query) => control.coupons(phoneIn(query)),
  chat: (control, query) => control.chat({ phone: query("phone"), guestId: query("guestId") }),
  "trial-balance": (control) => control.trialBalance(),
  switches: (control) => control.switches(),
  faults: (control) => control.faults(),
  members: (control) => control.members(),
  "recent-calls": (control) => control.recentCalls(),
  calls: (control, query) => {
    const operationId = query("operationId");
    return operationId ? control.calls(operationId) : control.allCalls();
  },
};

const queryOf =
  (request: Request): Query =>
  (name) => {
    const value = request.query[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };

export function createDeskApi(control: Control): Router {
  const api = Router();
  api.get("/:name", (request, response, next) => {
    const view = Object.hasOwn(views, request.params.name) && views[request.params.name];
    if (!view) return next();
    response.json(view(control, queryOf(request)));
  });
  // JSON only: pages of other origins cannot send it without a CORS preflight.
  const act = asyncHandler(async (request, response, next) => {
    const action = actionOf(request.params.name!);
    if (!action) return next();
    if (!request.is("application/json")) return void response.status(415).json({ error: "Send application/json." });
    response.json((await action.run(control, request.body)) ?? { ok: true });
  });
  api.post("/:name", express.json({ limit: "100kb" }), act);
  api.use((_request, response) => void response.status(404).json({ error: "The desk has no such resource." }));
  const failed: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    const [status, text] = errorAnswer(error);
    response.status(status).json({ error: text });
  };
  api.use(failed);
  return api;
}

/** Status and message for an error at the desk. */
export function errorAnswer(error: unknown): [number, string] {
  if (error instanceof NotFound) return [404, error.message];
  if (error instanceof ZodError)
    return [400, error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")];
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
  return [status, error instanceof Error ? error.message : String(error)];
}
