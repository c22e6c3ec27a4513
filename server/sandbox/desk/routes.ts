import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler } from "express";
import { asyncHandler } from "../../http/async-handler";
import { GUEST_ID } from "../chat/conversations";
import { actionOf, type actions } from "./actions";
import { createDeskApi, errorAnswer } from "./api";
import type { Control } from "./control";
import { createNotices, doneText, type Notice } from "./notices";
import { deskPage } from "./page";
import { ICON, messagePage } from "./page-frame";
import { ledgerPage } from "./page-ledger";
import { scenarios } from "./scenarios";
import { DESK_SCRIPT } from "./script";
import { changedSettings, settings, type SettingName } from "./settings";
import { DESK_STYLE } from "./style";
import type { Facts, View } from "./view";

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

/** The desk loads only its own files, and frames only its product. */
const headers = ({ product }: Facts): RequestHandler => {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    `frame-src ${product?.framed ? product.url : "'none'"}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  return (_request, response, next) => {
    response.set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
    });
    next();
  };
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

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

const guestIn = (value: unknown) => (GUEST_ID.test(textOf(value) ?? "") ? (value as string) : null);

/** The fields of a form, and where it stands. */
function sent(request: Request) {
  const { _member: member, _place: section, _guest: guest, ...fields } = request.body as Record<string, unknown>;
  return { fields, guestId: guestIn(guest), member: textOf(member), section: textOf(section) ?? "scenarios" };
}

/** The desk: its pages and its JSON API. */
export function createDesk(control: Control, facts: Facts): Router {
  const notices = createNotices();

  const viewOf = ({ query }: Request): View => {
    const wanted = textOf(query.member) ?? "";
    const members = control.roster([facts.demo.phone, wanted]);
    const member = members.find(({ id }) => id === wanted) ?? members.find(({ phone }) => phone === facts.demo.phone);
    const guestId = guestIn(query.guest);
    return { control, facts, members, member: member!, guestId, notice: notices.of(Number(textOf(query.notice) ?? 0)) };
  };

  /** Runs what a form asks for and leads back to its place, with the result or the reason of the failure. */
  const answer = (run: (request: Request) => Promise<Omit<Notice, "section" | "tone"> & { member?: string }>) =>
    asyncHandler(async (request, response) => {
      const { member, guestId, section } = sent(request);
      const done = await run(request).then(
        (result) => ({ tone: "good" as const, ...result }),
        (error: unknown) => ({ tone: "bad" as const, text: `That did not work: ${errorAnswer(error)[1]}`, member }),
      );
      const { member: chosen = member, ...notice } = done;
      const query = new URLSearchParams({
        ...(chosen && { member: chosen }),
        ...(guestId && { guest: guestId }),
        notice: `${notices.add({ ...notice, section })}`,
      });
      response.redirect(303, `/desk?${query}#${encodeURIComponent(section)}`);
    });

  const act = answer(async (request) => {
    const name = request.params.action as keyof typeof actions;
    const action = actionOf(name);
    if (!action) throw new Error("the desk has no such action.");
    const result = await action.run(control, inMinorUnits(sent(request).fields));
    return { text: doneText(name, result), ...(name === "member" && { member: (result as { id: string }).id }) };
  });

  const scene = answer(async (request) => {
    const { name, step } = request.params as { name: string; step: string };
    const scenario = Object.hasOwn(scenarios, name) ? scenarios[name]! : undefined;
    const run = step === "start" ? scenario?.start : step === "stop" ? scenario?.stop?.end : undefined;
    if (!scenario || !run) throw new Error("the desk has no such scenario.");
    const { member } = viewOf({ query: { member: sent(request).member } } as unknown as Request);
    return { ...run(control, member), path: scenario.path };
  });

  const save = answer(async (request) => {
    const patch = changedSettings(control.switches(), sent(request).fields);
    control.switches(patch);
    const labels = Object.keys(patch).map((name) => settings[name as SettingName].label);
    const text = labels.length > 0 ? `Saved: ${labels.join(", ")}.` : "Nothing was different.";
    return { text, opens: request.params.group };
  });

  const form = express.urlencoded({ extended: false, limit: "20kb" });
  const desk = Router();
  desk.use(headers(facts));
  desk.use(ownPosts);
  desk.use("/api", createDeskApi(control));
  desk.get("/desk.css", (_request, response) => void response.type("css").end(facts.style() + DESK_STYLE));
  desk.get("/desk.js", (_request, response) => void response.type("js").end(DESK_SCRIPT));
  desk.get("/icon.svg", (_request, response) => void response.type("svg").end(ICON));
  desk.get("/", besideProduct(facts));
  desk.get("/", (request, response) => void response.type("html").end(deskPage(viewOf(request)).text));
  desk.get("/ledger", (request, response) => void response.type("html").end(ledgerPage(viewOf(request)).text));
  desk.get("/slips/:id.:type(png|jpg)", ({ params }, response) => {
    const { id, type } = params as { id: string; type: "png" | "jpg" };
    const { name, bytes } = control.slipPicture(id, type);
    response.attachment(name).end(bytes);
  });
  desk.post("/do/:action", form, act);
  desk.post("/scenario/:name/:step", form, scene);
  desk.post("/settings/:group", form, save);
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

/** Leads to the desk under the product's own host name: other names are another site, whose frames get no session. */
const besideProduct =
  ({ product }: Facts): RequestHandler =>
  (request, response, next) => {
    const [, port] = /:(\d+)$/.exec(request.get("host") ?? "") ?? [];
    const own = product?.framed ? `${new URL(product.url).hostname}${port ? `:${port}` : ""}` : null;
    if (own === null || request.get("host") === own) return next();
    response.redirect(303, `http://${own}/desk`);
  };
