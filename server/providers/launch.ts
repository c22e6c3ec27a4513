import type { GameCredentials } from "../operator/contract/games";
import type { GameAccount } from "../operator/contract/wallet";
import { gameAddress, type Trust } from "./address";
import type { Provider } from "./table";

/** The parts of a game account that opening it needs. */
export type Game = Pick<GameAccount, "code" | "web" | "android" | "ios">;

export const PLATFORMS = ["web", "android", "ios"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** How a game is opened now. Addresses were checked; they and the fields hold secrets. */
export type Plan =
  | { kind: "link"; url: string }
  | { kind: "form"; action: string; fields: [name: string, value: string][] }
  /** Several addresses, that for this device first. */
  | { kind: "choice"; links: { platform: Platform; url: string }[] }
  /** The operator gives no address: the member signs in with the credentials. */
  | { kind: "by-hand" }
  /** An address that no browser may be sent to. */
  | { kind: "unsafe" };

/** What the page of a game that is being opened shows. */
export type Launch =
  | (Exclude<Plan, { kind: "unsafe" }> & { notice: string | null })
  /** `text`: a message key. `status`: of the page. */
  | { kind: "failed"; text: string; status: number };

export interface Known {
  game: Game;
  /** Undefined for kinds that need none. */
  credentials?: GameCredentials;
  /** The sign-in link that the operator made. */
  link?: string;
  platform: Platform;
  trust: Trust;
}

/** Whether opening a game needs the member's credentials there. */
export const needsCredentials = (provider: Provider) =>
  provider.kind === "auto" || provider.kind === "form" || (provider.kind === "link" && provider.username !== undefined);

/** The platform that a browser says it runs on. */
export function platformOf(userAgent = ""): Platform {
  if (/android/i.test(userAgent)) return "android";
  return /iphone|ipad|ipod/i.test(userAgent) ? "ios" : "web";
}

/** How to open a game, from what the operator has answered. */
export function planOf(provider: Provider, known: Known): Plan {
  if (provider.kind === "generic") return choose(provider, known);
  const given = provider.kind === "auto" ? known.link : known.game.web;
  if (!given) return { kind: "by-hand" };
  const url = addressOf(given, provider, known.trust);
  if (!url) return { kind: "unsafe" };
  if (provider.kind === "form") return { kind: "form", action: url.href, fields: fieldsOf(provider, known) };
  if (provider.kind === "link") addCredentials(url, provider, known);
  return { kind: "link", url: url.href };
}

/** An address of the operator, on the provider's own host if the settings have one. */
function addressOf(text: string, { host, hosts = [] }: Provider, trust: Trust): URL | null {
  if (host === undefined) return gameAddress(text, hosts, trust);
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.protocol = "https:";
  url.port = "";
  url.host = host;
  return gameAddress(url.href, [host], trust);
}

function fieldsOf(provider: Extract<Provider, { kind: "form" }>, { credentials }: Known): [string, string][] {
  const { username = "", password = "", event } = credentials ?? {};
  const own: [string, string][] = [
    [provider.username, username],
    [provider.password, password],
  ];
  const state = provider.event ? Object.entries(event ?? {}) : [];
  return [...state.filter(([name]) => !own.some(([mine]) => mine === name)), ...own];
}

function addCredentials(url: URL, { username, password }: { username?: string; password?: string }, known: Known) {
  if (username !== undefined) url.searchParams.set(username, known.credentials?.username ?? "");
  if (password !== undefined) url.searchParams.set(password, known.credentials?.password ?? "");
}

function choose(provider: Provider, { game, platform, trust }: Known): Plan {
  const given = [platform, ...PLATFORMS.filter((one) => one !== platform)].flatMap((one) =>
    game[one] ? [{ platform: one, address: addressOf(game[one], provider, trust) }] : [],
  );
  if (given.length === 0) return { kind: "by-hand" };
  const links = given.flatMap(({ platform: one, address }) => (address ? [{ platform: one, url: address.href }] : []));
  return links.length === 0 ? { kind: "unsafe" } : { kind: "choice", links };
}
