import type { Locale } from "../config/config";
import type { Agreement, Flash, Identity, Invite, Wizard } from "../context";
import type { AskedFor } from "../providers/asked";
import { agreementOf } from "./agreement";
import { askedOf, openAsked } from "./asked";
import { cookieJar, type CookieJar } from "./cookies";
import { draftsOf, openDraft, type Drafts } from "./draft";
import { guestChatOf, openGuestChat, type GuestChat } from "./guest-chat";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";
import type { KnownSession } from "./register";
import type { Session, Sessions, Visit } from "./session";
import { inviteOf, markOf, newVisitor, openVisitor, renewed, signedInOf, type SignedIn } from "./visitor";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const WIZARD_MS = 30 * 60_000;
const FLASH_SECONDS = 300;

type StoredWizard = Wizard & { at: number };

/** The browser's cookies as one request sees and changes them. */
export interface BrowserState extends Drafts {
  readonly session: Session | null;
  /** A session that has timed out. */
  readonly expired: Session | null;
  /** A session that cannot be checked now: the member area is closed, other pages treat its member as a guest. */
  readonly unchecked: Session | null;
  readonly locale: Locale;
  /** Whether home shows no amounts in this browser. */
  readonly hidesBalance: boolean;
  /** The owner that new forms are bound to; see `server/http/csrf.ts`. */
  readonly formOwner: string;
  /** Owners of the forms that may still be open in this browser. */
  readonly formOwners: string[];
  /** What the response asks the browser to clear, as `Clear-Site-Data` has it; null: nothing. */
  readonly clearsSite: string | null;
  readonly jar: CookieJar;
  signIn(member: Identity, token: string, remember: boolean): Promise<void>;
  /** The member has given the password again; see `Context`. */
  confirm(token: string): Promise<void>;
  /**
   * Resolves to whether every copy of the session has ended, too; if not, they end within the hour.
   * @param options.keepDraft the member did not ask to sign out, so a draft is kept for the next sign-in
   */
  signOut(options?: { keepDraft?: boolean }): Promise<boolean>;
  /** The session ends when the cookies of this response are saved. */
  leave(): void;
  /** The member's sessions of this site, the latest first; a guest has none. @throws Error if they cannot be read */
  allSessions(): Promise<KnownSession[]>;
  /** Signs out the member's other sessions. @throws Error if that cannot be stored: none has ended then */
  endOthers(): Promise<void>;
  /** The same, and this session goes on with a new id: its copies end, too. @throws as `endOthers` */
  renewSession(): Promise<void>;
  setLocale(locale: Locale): void;
  hideBalance(hidden: boolean): void;
  chooseLite(lite: boolean): void;
  agreement: Agreement;
  invite: Invite;
  asked: AskedFor;
  signedIn: SignedIn;
  guestChat: GuestChat;
  takeFlash(): Flash | null;
  flash(flash: Flash): void;
  wizard: { read(): Wizard; write(wizard: Wizard): void; clear(): void };
  /** Seals what has changed. @returns the values of the Set-Cookie headers */
  save(): Promise<string[]>;
}

interface Options {
  cookieHeader: string | undefined;
  userAgent: string | undefined;
  secure: boolean;
  locale: Locale;
  seal: Seal;
  sessions: Sessions;
  /** Epoch milliseconds. */
  now: number;
}

/** Opens the cookies of a request. A cookie that cannot be opened is ignored. */
export async function openBrowserState(options: Options): Promise<BrowserState> {
  const { cookieHeader, userAgent, secure, seal, sessions, now } = options;
  const jar = cookieJar(cookieHeader, secure);
  const visit: Visit = { jar, now, userAgent };
  const [read, visitor, draft, flash, wizard, asked, talk] = await Promise.all([
    sessions.read(visit),
    openVisitor(jar, seal),
    openDraft(jar, seal, now),
    openSlot<Flash>({ jar, seal, name: "f", purpose: "flash", maxAgeSeconds: FLASH_SECONDS }),
    openWizard(jar, seal, now),
    openAsked(jar, seal, now),
    openGuestChat(jar, seal),
  ]);
  const isKnown = visitor.before !== null;
  let { session, unchecked } = read;
  let { locale } = options;
  let clearsSite: string | null = null;
  let leaving = false;
  const known = (visitor.value ??= newVisitor(now));

  const signOut: BrowserState["signOut"] = async ({ keepDraft = false } = {}) => {
    const ended = session ?? unchecked;
    const isStored = ended ? await sessions.end(visit, ended) : true;
    jar.clear("s");
    session = null;
    unchecked = null;
    const { marks, holder } = visitor.value!;
    visitor.value = newVisitor(now, keepDraft ? { marks, holder } : { marks });
    if (!keepDraft) draft.value = null;
    wizard.value = null;
    asked.value = null;
    talk.value = null;
    // What was not sent yet is in the storage, and is sent after the next sign-in.
    clearsSite = keepDraft ? PAGES : EVERYTHING;
    return isStored;
  };

  return {
    get session() {
      return session;
    },
    expired: read.expired,
    get unchecked() {
      return unchecked;
    },
    get locale() {
      return locale;
    },
    hidesBalance: jar.get("h") === "1",
    hideBalance: (hidden) => (hidden ? jar.set("h", "1", YEAR_SECONDS) : jar.clear("h")),
    chooseLite: (lite) => (lite ? jar.set("l", "1", YEAR_SECONDS) : jar.clear("l")),
    get formOwner() {
      return session ? ownerOf("s", session.sid) : ownerOf("p", visitor.value!.id);
    },
    get formOwners() {
      const sids = [session, read.expired, unchecked].flatMap((held) => (held ? [ownerOf("s", held.sid)] : []));
      return isKnown ? [...sids, ownerOf("p", known.id)] : sids;
    },
    get clearsSite() {
      return clearsSite;
    },
    jar,
    async signIn(member, token, remember) {
      if (session) await sessions.end(visit, session);
      session = await sessions.start(visit, member, token, remember);
      const { marks, holder } = visitor.value!;
      visitor.value = newVisitor(now, { marks, holder: markOf(member.id) });
      // The member before did not sign out: what was not sent is not for this one's eyes.
      if (holder !== undefined && holder !== markOf(member.id)) clearsSite = EVERYTHING;
      wizard.value = null;
    },
    async confirm(token) {
      if (session) session = await sessions.confirm(visit, session, token);
    },
    signOut,
    leave: () => {
      leaving = true;
    },
    allSessions: async () => (session ? sessions.list(visit, session) : []),
    async endOthers() {
      if (session) await sessions.endOthers(visit, session);
    },
    async renewSession() {
      if (session) session = await sessions.renew(visit, session);
    },
    setLocale(next) {
      locale = next;
      jar.set("locale", next, YEAR_SECONDS);
    },
    agreement: agreementOf(jar, now),
    invite: inviteOf(visitor, now),
    asked: askedOf(asked, now, () => session?.member.id ?? null),
    signedIn: signedInOf(visitor, now),
    guestChat: guestChatOf(talk, () => visitor.value!.id),
    ...flashesOf(flash),
    ...draftsOf(draft, now, () => ({ current: session, expired: read.expired ?? unchecked })),
    wizard: wizardOf(wizard, now),
    async save() {
      if (leaving && session) await signOut();
      if (session && session === read.session) await sessions.touch(visit, session);
      visitor.value = renewed(visitor.value!, now);
      for (const slot of [visitor, draft, flash, wizard, asked, talk]) await slot.save();
      return jar.changes();
    },
  };
}

/** Back must not show what a member has seen. */
const PAGES = '"cache"';
const EVERYTHING = '"cache", "storage"';

const ownerOf = (kind: "s" | "p", id: string) => `${kind}:${id}`;

const openWizard = (jar: CookieJar, seal: Seal, now: number) =>
  openSlot<StoredWizard>({
    jar,
    seal,
    name: "w",
    purpose: "wizard",
    maxAgeSeconds: WIZARD_MS / 1000,
    isFresh: ({ at }) => now - at < WIZARD_MS,
  });

const flashesOf = (slot: SealedSlot<Flash>): Pick<BrowserState, "takeFlash" | "flash"> => ({
  takeFlash() {
    // A message that this request itself has left is for the next one.
    const taken = slot.value === slot.before ? slot.value : null;
    if (taken) slot.value = null;
    return taken;
  },
  flash: (next) => {
    slot.value = next;
  },
});

const wizardOf = (slot: SealedSlot<StoredWizard>, now: number): BrowserState["wizard"] => ({
  read: () => {
    if (!slot.value) return {};
    const { at: _, ...known } = slot.value;
    return known;
  },
  write: (next) => {
    slot.value = { ...next, at: now };
  },
  clear: () => {
    slot.value = null;
  },
});
