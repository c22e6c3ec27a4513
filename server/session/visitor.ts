import { createHash, randomBytes } from "node:crypto";
import type { Invite } from "../context";
import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";

const DAY = 24 * 60 * 60 * 1000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Age at which the visitor's cookie is sealed again, so that it survives the rotation of secrets. */
const VISITOR_RENEW = 7 * DAY;
const MAX_INVITE = 100;
/** How long an invite code holds: friends register soon, and a phone may get another owner. */
const INVITE_MS = 30 * DAY;
/** Phone numbers that a browser is known for: a family may share a phone. */
const MAX_MARKS = 3;

/** A browser, signed in or not. Its id is never a session id. */
export interface Visitor {
  id: string;
  at: number;
  invite?: string;
  /** When the invite code was stored. */
  invitedAt?: number;
  /** The phone numbers that have signed in here, as hashes, each with an id of this browser; the latest first. */
  marks?: [hash: string, id: string][];
  /** The member, as a hash, whose unsent messages this browser may still hold. */
  holder?: string;
}

/** The phone numbers that have signed in here. */
export interface SignedIn {
  /** This browser's id for a number; null if it has not signed in here. */
  idFor(phone: string): string | null;
  add(phone: string): void;
}

/** @param kept what stays of the visitor before */
export const newVisitor = (now: number, { marks, holder }: Pick<Visitor, "marks" | "holder"> = {}): Visitor => ({
  id: randomBytes(16).toString("base64url"),
  at: now,
  ...(marks && { marks }),
  ...(holder && { holder }),
});

export const openVisitor = (jar: CookieJar, seal: Seal) =>
  openSlot<Visitor>({ jar, seal, name: "p", purpose: "visitor", maxAgeSeconds: YEAR_SECONDS });

/** The visitor, sealed again if its cookie is old. */
export const renewed = (visitor: Visitor, now: number): Visitor =>
  now - visitor.at > VISITOR_RENEW ? { ...visitor, at: now } : visitor;

export function inviteOf(visitor: SealedSlot<Visitor>, now: number): Invite {
  const read = () => {
    const { invite: code, at, invitedAt = at } = visitor.value!;
    const until = invitedAt + INVITE_MS;
    return code !== undefined && now < until ? { code, until } : null;
  };
  return {
    read,
    store: (code) => {
      if (!read()) visitor.value = { ...visitor.value!, invite: code.slice(0, MAX_INVITE), invitedAt: now, at: now };
    },
    clear: () => {
      const { invite: _, invitedAt: __, ...rest } = visitor.value!;
      visitor.value = rest;
    },
  };
}

/** A phone number, or a member's id, as the visitor's cookie has it. */
export const markOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

export function signedInOf(visitor: SealedSlot<Visitor>, now: number): SignedIn {
  const marks = () => visitor.value!.marks ?? [];
  const idFor = (phone: string) => marks().find(([hash]) => hash === markOf(phone))?.[1] ?? null;
  return {
    idFor,
    add: (phone) => {
      const own = markOf(phone);
      const id = idFor(phone) ?? randomBytes(9).toString("base64url");
      const others = marks().filter(([hash]) => hash !== own);
      visitor.value = {
        ...visitor.value!,
        marks: [[own, id] as [string, string], ...others].slice(0, MAX_MARKS),
        at: now,
      };
    },
  };
}
