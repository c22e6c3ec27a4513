/**
 * Every capability with its one name, and the places where it has files: searching for `transfer` finds all of
 * transfer. `structure.test.ts` fails on a file in these places that belongs to none.
 */
export interface Capability {
  /** Prefixes of route names. Default: the name. */
  routes: readonly string[];
  /** `server/operator/contract/<word>.ts` and `server/sandbox/calls/<word>.ts`: always both. */
  contract: boolean;
  /** `app/features/<word>/`. */
  feature: boolean;
  /** `locales/{th,la,en}/<word>.json`. */
  texts: boolean;
  /** `tests/e2e/<word>.spec.ts`, and those that begin with `<word>-`. */
  journey: boolean;
}

const capability = (routes: readonly string[], homes: string): Capability => ({
  routes,
  contract: homes.includes("contract"),
  feature: homes.includes("feature"),
  texts: homes.includes("texts"),
  journey: homes.includes("journey"),
});

export const CAPABILITIES: Record<string, Capability> = {
  login: capability(["_guest.login", "logout"], "contract feature texts journey"),
  register: capability(["_guest.register"], "contract feature texts journey"),
  contact: capability(["_guest.contact", "user.contact"], "feature texts journey"),
  howto: capability(["_guest.howto"], "feature texts journey"),
  language: capability(["language"], "journey"),
  terminated: capability(["terminated"], "texts journey"),
  home: capability(["_index", "user._index", "user.home", "user.refresh"], "texts journey"),
  sessions: capability(["user.sessions"], "texts journey"),
  wallet: capability([], "contract feature texts"),
  games: capability(["user.games"], "contract feature texts journey"),
  deposit: capability(["user.deposit"], "feature texts journey"),
  qr: capability(["user.deposit_.qr"], "contract feature texts journey"),
  truewallet: capability(["user.deposit_.truewallet"], "contract texts journey"),
  slips: capability(["user.slips"], "contract texts journey"),
  transfer: capability(["user.transfer"], "contract texts journey"),
  withdraw: capability(["user.withdraw"], "contract feature texts journey"),
  receipt: capability(["user.receipt", "user.op"], "feature texts journey"),
  statement: capability(["user.statement"], "contract feature texts journey"),
  lookup: capability([], "contract"),
  profile: capability(["user.profile"], "contract feature texts journey"),
  password: capability(["user.profile_.password"], "texts journey"),
  conditions: capability(["user.conditions"], "texts journey"),
  invite: capability(["user.invite"], "contract feature texts journey"),
  refund: capability(["user.refund"], "contract feature texts journey"),
  agreement: capability(["user.agreement"], "feature texts journey"),
  spin: capability(["user.spin"], "contract feature texts journey"),
  bonus: capability(["user.bonus"], "contract feature texts journey"),
  promotion: capability(["user.promotion"], "contract feature texts journey"),
  protection: capability(["user.protection"], "feature texts journey"),
  chat: capability(["chat", "user.chat"], "contract feature texts journey"),
};

/** Files in these places that serve all capabilities. */
export const SHARED = {
  /** The frame of the member area, unknown URLs, and what an installed app needs. */
  routes: ["user", "$", "offline", "manifest[.]webmanifest"],
  contract: ["document", "fields", "index", "reader"],
  calls: ["index"],
  texts: ["common", "errors", "server"],
  /** End-to-end tests of several capabilities. */
  journeys: ["brand", "desk", "line-breaks", "main-job", "offline", "once", "pages"],
} as const;

const escaped = (text: string) => text.replace(/[.$]/g, "\\$&");

/** The capability that a file belongs to; undefined for shared files. */
export function capabilityOf(path: string): string | undefined {
  const route = /^app\/routes\/([^/]+?)(?:\.tsx?)?(?:\/|$)/.exec(path)?.[1];
  if (route) {
    const owns = (prefix: string) => new RegExp(`^${escaped(prefix)}(?:[._]|$)`).test(route);
    const owned = Object.entries(CAPABILITIES).flatMap(([word, { routes }]) =>
      routes.filter(owns).map((prefix) => ({ word, prefix })),
    );
    // The URLs of QR start with those of deposits, so the longest prefix decides.
    return owned.sort((one, other) => other.prefix.length - one.prefix.length)[0]?.word;
  }
  const word =
    /^app\/features\/([^/]+)\//.exec(path) ??
    /^server\/(?:operator\/contract|sandbox\/calls)\/([^/]+)\.ts$/.exec(path) ??
    /^locales\/\w+\/([^/]+)\.json$/.exec(path);
  return word && word[1]! in CAPABILITIES ? word[1] : undefined;
}
