import express, { Router, type RequestHandler } from "express";
import { setTimeout as wait } from "node:timers/promises";
import { asyncHandler } from "../../http/async-handler";
import { atProvider, isDown, isRefusing, playRound } from "../ledger/games";
import { slotOf } from "../ledger/members";
import { providerOf, type Provider } from "../providers";
import type { World } from "../world";
import { enterWith, entryOf, useTicket } from "./entries";
import { refusedPage, signInPage, tablePage } from "./pages";
import { WEB_FORM } from "./web-form";

const headers: RequestHandler = (_request, response, next) => {
  response.set({
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
  });
  next();
};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The names of the fields that hold username and password, by provider. */
const FIELDS: Record<string, [username: string, password: string]> = {
  UFABET: ["txtUserName", "password"],
  SEXYGAME: ["username", "password"],
};
const fieldsOf = ({ code }: Provider) => FIELDS[code] ?? ["Username", "Password"];

const hasWebForm = (fields: Record<string, unknown>) =>
  Object.entries(WEB_FORM).every(([name, value]) => fields[name] === value);

/**
 * The pages of the game providers: signing in by a ticket, a posted form, a query or by hand, and a table to play at.
 * `product`: origin of the wallet, to lead back to.
 */
export function createPlay(world: World, product: string | null): Router {
  const backOf = ({ code }: Provider) => product && `${product}/user/games/${code}`;

  /** Runs after the provider's own troubles: it can be slow, down, or refuse everybody. */
  const atDoor = (enter: (provider: Provider, fields: Record<string, unknown>) => string | null): RequestHandler =>
    asyncHandler(async (request, response, next) => {
      const provider = providerOf(request.params.code!);
      if (!provider) return next();
      await wait(world.switches.current.providersDelayMs, undefined, { ref: false });
      const refuse = (status: number, why: string) =>
        void response
          .status(status)
          .type("html")
          .end(refusedPage(provider, why, backOf(provider)));
      if (isDown(world, provider.code)) return refuse(503, "This provider is down.");
      if (isRefusing(world, provider.code)) return refuse(403, "This provider lets nobody in.");
      const fields = (request.method === "POST" ? request.body : request.query) as Record<string, unknown>;
      const entry = enter(provider, fields);
      if (entry === null) return refuse(403, "The sign-in is wrong, or was used already.");
      response.redirect(303, `/play/${provider.code}/table/${entry}`);
    });

  const byTicket = atDoor(({ code }, { ticket }) => useTicket(world, textOf(ticket), code));
  const byPassword = atDoor((provider, fields) => {
    const [username, password] = fieldsOf(provider).map((name) => textOf(fields[name])) as [string, string];
    if (provider.code === "UFABET" && !hasWebForm(fields)) return null;
    return enterWith(world, provider.code, username, password);
  });

  const table: RequestHandler = (request, response, next) => {
    const { code = "", id = "" } = request.params;
    const provider = providerOf(code);
    const entry = provider && entryOf(world, id, code);
    if (!entry) return next();
    const path = `/play/${code}/table/${id}`;
    if (request.method === "POST") {
      const amount = Number((request.body as Record<string, unknown>).amount);
      if (Number.isSafeInteger(amount)) playRound(world, entry.member, code, amount);
      return response.redirect(303, path);
    }
    const { username = "" } = slotOf(world, entry.member.id, code) ?? {};
    const balance = atProvider(world, entry.member, code);
    response.type("html").end(tablePage({ provider, username, balance, path, back: backOf(provider) }));
  };

  const front: RequestHandler = ({ params, query }, response, next) => {
    const provider = providerOf(params.code!);
    if (!provider) return next();
    response.type("html").end(signInPage(provider, textOf(query.app) || null, backOf(provider)));
  };

  const form = express.urlencoded({ extended: false, limit: "20kb" });
  const play = Router({ caseSensitive: true });
  play.use(headers);
  play.get("/:code", front);
  play.get("/:code/sso", byTicket);
  play.get("/:code/enter", byPassword);
  play.post("/:code/login", form, byPassword);
  play.route("/:code/table/:id").get(table).post(form, table);
  return play;
}
