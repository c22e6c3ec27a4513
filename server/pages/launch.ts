import type { Response } from "express";
import type { Config } from "../config/config";
import { restrictForms } from "../http/headers";
import type { CallAuth, OperatorClient } from "../operator/client";
import { games } from "../operator/contract/games";
import { READ_PATIENCE_MS, type Endpoint, type Input, type Output } from "../operator/endpoint";
import { outcomeOf, type Refusal } from "../operator/views";
import { needsCredentials, planOf, platformOf, type Game, type Launch } from "../providers/launch";
import { AUTO_CALLS, providerOf, type Provider } from "../providers/table";

interface Services {
  client: OperatorClient;
  config: Pick<Config, "providers" | "gameOrigins" | "publicOrigin">;
}

interface Request {
  auth: CallAuth;
  redirects: { onLogin(): globalThis.Response; onGone(): globalThis.Response };
  userAgent: string | undefined;
  response: Response;
}

type Failed = Extract<Launch, { kind: "failed" }>;

const UNANSWERED: Failed = { kind: "failed", text: "games:launchUnanswered", status: 503 };
const UNSAFE: Failed = { kind: "failed", text: "games:launchUnsafe", status: 200 };

/** The catalog's text of this code is about the wallet's own sign-in. */
const textOf = ({ code, text }: Refusal) => (code === "LOGIN_FAIL" ? "games:launchRefused" : text);

/**
 * Opens games for one request: asks the operator for what the provider needs, and prepares the answer's headers, so that
 * the page may lead there and says nothing about where it comes from. See docs/decisions/opening-games.md.
 */
export function launchOf({ client, config }: Services, { auth, redirects, userAgent, response }: Request) {
  const trust = { own: config.publicOrigin, sandbox: config.gameOrigins };
  return async (game: Game): Promise<Launch> => {
    const provider = providerOf(config.providers, game.code);
    const started = performance.now();
    /** @throws Response if the session or the account is gone */
    const ask = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Failed | { answer: Output<E> }> => {
      const patienceMs = READ_PATIENCE_MS - (performance.now() - started);
      const outcome = outcomeOf(await client.call(endpoint, input, { ...auth, patienceMs }));
      if (outcome.kind === "login") throw redirects.onLogin();
      if (outcome.kind === "gone") throw redirects.onGone();
      if (outcome.kind === "refused") return { kind: "failed", text: textOf(outcome), status: 200 };
      return outcome.kind === "answer" ? { answer: outcome.output } : UNANSWERED;
    };

    const account = needsCredentials(provider) ? await ask(games.getSlotAccount, { slotCode: game.code }) : null;
    if (account && "kind" in account) return account;
    const credentials = account?.answer;
    // Its input is read by name, so that a path without a password gets none.
    const made = provider.kind === "auto" ? await ask(AUTO_CALLS[provider.call], credentials as never) : null;
    if (made && "kind" in made) return made;
    const platform = platformOf(userAgent);
    const plan = planOf(provider, { game, credentials, link: made?.answer.link, platform, trust });
    if (plan.kind === "unsafe") return UNSAFE;
    const launch: Launch = { ...plan, notice: provider.notice ?? null };
    prepare(response, provider, launch);
    return launch;
  };
}

function prepare(response: Response, { hosts = [] }: Provider, launch: Launch): void {
  if (launch.kind === "by-hand") return;
  // This page has no form of ours, which browsers would send without an origin.
  response.setHeader("Referrer-Policy", "no-referrer");
  // Browsers also hold the redirects of the provider's sign-in against this list.
  if (launch.kind === "form")
    restrictForms(response, [new URL(launch.action).origin, ...hosts.map((host) => `https://${host}`)]);
  // Unlike a redirect, it may follow a posted form to another site.
  if (launch.kind === "link" && launch.notice === null) response.setHeader("Refresh", `0;url=${launch.url}`);
}
