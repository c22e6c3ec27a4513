import { createHash, hkdfSync } from "node:crypto";

/** Whose data a store holds. */
export interface StoreOwner {
  /** `th` or `la`. */
  market: string;
  /** Host, port and base path of the operator's API, or `sandbox`. */
  operator: string;
}

export const NAMESPACE_PATTERN = /^[a-z0-9.-]{1,60}$/;

/** Hex characters of the hash that ends a name which is too long. */
const HASH_LENGTH = 10;

export const ownerOf = (market: string, operatorUrl: string | undefined): StoreOwner => ({
  market,
  operator: operatorUrl ? addressOf(new URL(operatorUrl)) : "sandbox",
});

/** One host may serve several operators. */
const addressOf = ({ host, pathname }: URL) => host + pathname.replace(/\/+$/, "");

/**
 * What every Redis key, seal and form key carries: market and operator, such as `th.operator.example` or `la.sandbox`. A
 * further system of the same two has a name before them. They are always in it: no check at a start is needed to keep the
 * members of two markets apart, also after a Redis was emptied while one of them ran.
 */
export function namespaceOf(owner: StoreOwner, name?: string): string {
  const own = nameOf(owner);
  return name === undefined || name === own ? own : `${name}.${own}`;
}

function nameOf({ market, operator }: StoreOwner): string {
  const name = `${market}.${operator.replace(/[^a-z0-9.-]/g, "-")}`;
  if (NAMESPACE_PATTERN.test(name) && !operator.includes("/")) return name;
  // Two long names may begin alike, and two paths be spelled alike.
  const hash = createHash("sha256").update(operator).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, 60 - HASH_LENGTH - 1)}-${hash}`;
}

/**
 * Derives the secrets of a namespace. All seals, form keys and form tokens come from these, so nothing that one
 * deployment has sealed or signed is valid in another, even if they share `SESSION_SECRET`.
 */
export const secretsOf = (secrets: readonly string[], namespace: string): string[] =>
  secrets.map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "member-wallet", `namespace:${namespace}`, 32)).toString("hex"),
  );
