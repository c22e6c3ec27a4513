import type { lookup } from "./contract/lookup";
import type { Output } from "./endpoint";

export type ContactLookup = Output<(typeof lookup)["lookupContact"]>;

/** How to reach support, and where that is from. */
export interface KnownContact {
  contact: ContactLookup;
  /** Epoch milliseconds of the operator's last answer, if it does not answer now. Null: it does, or it never did. */
  asOf: number | null;
}

export interface LastContact {
  /**
   * The operator's answer, or if there is none (undefined) the last one to this process, or what the settings say; null
   * if they say nothing.
   */
  settle(answer: ContactLookup | undefined): KnownContact | null;
}

/** An answer without text and link says nothing. */
const saysNothing = ({ contactText, lineLink }: ContactLookup) => contactText.trim() === "" && lineLink.trim() === "";

/** Remembers how to reach support: members need it most while the operator does not answer. */
export function createLastContact(ofSettings: ContactLookup, now: () => number): LastContact {
  let last: { contact: ContactLookup; at: number } | undefined;
  return {
    settle(answer) {
      if (answer && !saysNothing(answer)) {
        last = { contact: answer, at: now() };
        return { contact: answer, asOf: null };
      }
      if (last) return { contact: last.contact, asOf: last.at };
      return saysNothing(ofSettings) ? null : { contact: ofSettings, asOf: null };
    },
  };
}
