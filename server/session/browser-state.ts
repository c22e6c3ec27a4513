import { randomBytes } from "node:crypto";
import { cookieJar, type CookieJar } from "./cookies";
import type { Flash, Member, Wizard } from "../context";
import { LOCALES, type Locale } from "../config/config";
import { DRAFT_SECONDS, fitDraft, type Draft } from "./draft";
import type { Seal } from "./seal";
import type { Session, Sessions } from "./session";

const DAY = 24 * 60 * 60 * 1000;
const VISITOR_SECONDS = 365 * 24 * 60 * 60;
/** Renewed so that it outlives the rotation of secrets. */
const VISITOR_RENEW = 7 * DAY;
const WIZARD_MS = 30 * 60_000;
const FLASH_SECONDS = 300;

/** What is remembered of a browser, signed in or not. Its id is never the id of a session. */
interface Visitor {
  id: string;
  at: number;
  locale?: Locale;
  invite?: string;
}

/** One request's view of the browser's sealed cookies, and the changes it makes to them. */
export interface BrowserState {
  readonly session: Session | null;
  readonly expired: Session | null;
  readonly locale: Locale;
  /** What forms shown to this browser are bound to; see `csrf.ts`. */
  readonly formOwner: string;
  /** Owners whose forms may still be open in this browser. */
  readonly formOwners: string[];
  /** Logout was asked for: the browser is to forget what it stored. */
  readonly clearSite: boolean;
  readonly jar: CookieJar;
  signIn(member: Omit<Member, "since">, token: string, remember: boolean): Promise<void>;
  /** `keepDraft`: the session ended by itself, and what the member had typed waits for them. */
  signOut(options?: { keepDraft?: boolean }): Promise<void>;
  setLocale(locale: Locale): void;
  invite: { read(): string | null; store(code: string): void };
  takeFlash(): Flash | null;
  flash(flash: Flash): void;
  takeDraft(path: string): Record<string, string>;
  keepDraft(path: string, fields: Record<string, string>): void;
  wizard: { read(): Wizard; write(wizard: Wizard): void; clear(): void };
  /** Seals what changed. @returns the values of the Set-Cookie headers */
  save(): Promise<string[]>;
}

interface Options {
  cookieHeader: string | undefined;
  secure: boolean;
  defaultLocale: Locale;
  seal: Seal;
  sessions: Sessions;
  now: number;
}

const ownerOf = (kind: "s" | "p", id: string) => `${kind}:${id}`;
const newVisitor = (now: number): Visitor => ({ id: randomBytes(16).toString("base64url"), at: now });

/** Opens the cookies of a request. Anything that does not open counts as not there. */
export async function openBrowserState({
  cookieHeader,
  secure,
  defaultLocale,
  seal,
  sessions,
  now,
}: Options): Promise<BrowserState> {
  const jar = cookieJar(cookieHeader, secure);
  const [read, knownVisitor, knownDraft, knownFlash, knownWizard] = await Promise.all([
    sessions.read(jar, now),
    seal.open<Visitor>("visitor", jar.get("p")),
    seal.open<Draft>("draft", jar.get("d")),
    seal.open<Flash>("flash", jar.get("f")),
    seal.open<Wizard & { at: number }>("wizard", jar.get("w")),
  ]);
  let { session } = read;
  let visitor = knownVisitor ?? newVisitor(now);
  let draft = knownDraft && now - knownDraft.at < DRAFT_SECONDS * 1000 ? knownDraft : null;
  let flash = knownFlash;
  let wizard: (Wizard & { at: number }) | null = knownWizard && now - knownWizard.at < WIZARD_MS ? knownWizard : null;
  let clearSite = false;
  const before = { visitor: knownVisitor, draft, flash, wizard };
  const oldOwner = ownerOf("p", visitor.id);
  if (!LOCALES.includes(visitor.locale ?? defaultLocale)) visitor = { ...visitor, locale: undefined };

  return {
    get session() {
      return session;
    },
    expired: read.expired,
    get locale() {
      return visitor.locale ?? defaultLocale;
    },
    get formOwner() {
      return session ? ownerOf("s", session.sid) : ownerOf("p", visitor.id);
    },
    get formOwners() {
      const sids = [session, read.expired].flatMap((held) => (held ? [ownerOf("s", held.sid)] : []));
      return knownVisitor ? [...sids, oldOwner] : sids;
    },
    get clearSite() {
      return clearSite;
    },
    jar,
    async signIn(member, token, remember) {
      session = await sessions.start(jar, now, member, token, remember);
      visitor = { ...newVisitor(now), locale: visitor.locale };
      wizard = null;
    },
    async signOut({ keepDraft = false } = {}) {
      if (session) await sessions.end(jar, session);
      else jar.clear("s");
      session = null;
      visitor = { ...newVisitor(now), locale: visitor.locale };
      if (!keepDraft) draft = null;
      wizard = null;
      clearSite = true;
    },
    setLocale(locale) {
      visitor = { ...visitor, locale, at: now };
    },
    invite: {
      read: () => visitor.invite ?? null,
      store: (code) => {
        visitor = { ...visitor, invite: code.slice(0, 100), at: now };
      },
    },
    takeFlash() {
      // Only what came in with this request: what it leaves itself is for the next one.
      const taken = flash === before.flash ? flash : null;
      if (taken) flash = null;
      return taken;
    },
    flash(next) {
      flash = next;
    },
    takeDraft(path) {
      if (!draft || draft.path !== path.split("?", 1)[0]) return {};
      const { fields, member } = draft;
      draft = null;
      // Another member signed in on this phone: what the first one typed is nobody's business.
      return member && member !== session?.member.id ? {} : fields;
    },
    keepDraft(path, fields) {
      draft = { path: path.split("?", 1)[0]!, fields, member: (session ?? read.expired)?.member.id ?? null, at: now };
    },
    wizard: {
      read: () => {
        if (!wizard) return {};
        const { at: _, ...known } = wizard;
        return known;
      },
      write: (next) => {
        wizard = { ...next, at: now };
      },
      clear: () => {
        wizard = null;
      },
    },
    async save() {
      if (session && session === read.session) await sessions.touch(jar, now, session);
      if (visitor !== before.visitor || now - visitor.at > VISITOR_RENEW) {
        jar.set("p", await seal.seal("visitor", { ...visitor, at: now }), VISITOR_SECONDS);
      }
      if (draft !== before.draft) {
        const sealed = draft && (await fitDraft(draft, (smaller) => seal.seal("draft", smaller)));
        if (sealed) jar.set("d", sealed, DRAFT_SECONDS);
        else jar.clear("d");
      }
      if (flash !== before.flash) {
        if (flash) jar.set("f", await seal.seal("flash", flash), FLASH_SECONDS);
        else jar.clear("f");
      }
      if (wizard !== before.wizard) {
        if (wizard) jar.set("w", await seal.seal("wizard", wizard), WIZARD_MS / 1000);
        else jar.clear("w");
      }
      return jar.changes();
    },
  };
}
