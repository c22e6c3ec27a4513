import type { PersonChat } from "./conversations";

/** The conversation with support of whoever uses this browser. */
export interface BrowserChat {
  /** Null for a guest who has not begun one. */
  open(): PersonChat | null;
  /** Begins it, or goes on with `found`. */
  begin(found?: string): Promise<PersonChat>;
  /** Whether a page with this `_t` is one of this browser's session, or of its guest. */
  isPageOf(token: string): boolean;
  /** Counts a message. Null, or the seconds until the next one is allowed. */
  limit(): Promise<number | null>;
  /** Support learns that everything up to this time was shown, once the page has been sent (epoch milliseconds). */
  seen(at: number): void;
  /** The first part of the id of the conversation that the member began here as a guest; null: there is none. */
  asGuest(): string | null;
  /** Name this conversation, and the one begun here as a guest, in the browser's storage; no ids of the operator. */
  storageNames(): { own: string; guest: string | null };
  forgetGuest(): void;
}
