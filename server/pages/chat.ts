import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { idOf, identityOf, type ChatIdentity } from "../chat/identity";
import type { BrowserChat } from "../conversation/browser-chat";
import { errorText } from "../operator/errors";
import { localsOf } from "../http/locals";
import type { Services } from "../services";

/** Long enough to name a conversation to support, too short to open it. */
const SHOWN_ID = "guest-12345678".length;

/** The form that the operator gives the ids of guests. */
const GUEST_ID = /^guest-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Milliseconds. From the specification: seen for a second is read. */
const READ_MS = 1000;

/**
 * The conversation of whoever sends this request; see `BrowserChat`.
 * @param onRefused told of a refused history, with the message key of its code
 */
export function chatOf(
  { conversations, csrf, limits, seenChats }: Services,
  { method }: Request,
  response: Response,
  onRefused: (text: string) => void,
): BrowserChat {
  const { browser, requestId, address: clientIp } = localsOf(response);
  const personOf = (identity: ChatIdentity) => {
    const person = conversations(identity, { token: browser.session?.token ?? null, clientIp, requestId });
    const history: typeof person.history = async (range) => {
      const result = await person.history(range);
      if (result.kind === "refused") onRefused(errorText(result.code));
      return result;
    };
    return { ...person, history };
  };
  const open = () => {
    const identity = identityOf(browser);
    return identity && personOf(identity);
  };
  const begun = () => open() ?? personOf({ userId: null, guestId: browser.guestChat.begin() });
  return {
    open,
    async begin(found = "") {
      // Whoever names a conversation first has it: its id is its only secret.
      if (!open() && GUEST_ID.test(found) && (await seenChats.see(found, 0)) === null) browser.guestChat.begin(found);
      return begun();
    },
    isPageOf: (token) => csrf.accepts({ _t: token }, browser.formOwners, []),
    limit: () => limits.chat(idOf(identityOf(browser) ?? { userId: null, guestId: browser.guestChat.begin() })),
    seen: (at) => {
      const person = open();
      if (person && method !== "HEAD") response.once("finish", () => void person.seen(at, READ_MS));
    },
    asGuest: () => (browser.session && browser.guestChat.id?.slice(0, SHOWN_ID)) ?? null,
    storageNames: () => {
      const identity = identityOf(browser);
      const guestId = browser.session && browser.guestChat.id;
      return { own: identity ? storageNameOf(idOf(identity)) : "", guest: guestId && storageNameOf(guestId) };
    },
    forgetGuest: () => browser.guestChat.forget(),
  };
}

const storageNameOf = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, 10);
