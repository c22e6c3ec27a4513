import type { CookieJar } from "./cookies";
import type { Seal } from "./seal";
import { openSlot, type SealedSlot } from "./sealed-slot";
import type { Session } from "./session";

/** The fields of a form that could not be accepted because the session had ended or the language was changed. */
export interface Draft {
  path: string;
  fields: Record<string, string>;
  /** Id of the member who typed it; null for guests. */
  member: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export interface Drafts {
  takeDraft(path: string): Record<string, string>;
  keepDraft(path: string, fields: Record<string, string>): void;
}

const DRAFT_SECONDS = 600;

/**
 * Characters: a browser keeps 4,096 of a cookie. A message to support fits: 2,000 letters by chance take 3,475 in Thai,
 * 3,357 in Lao and 2,300 in English. A draft is optional, so it must not push the session out of the request header.
 */
const MAX_SEALED = 3800;

const SECRET = /password|otp|^k$|^_t$|^locale$|token|returnTo/i;

/** The fields of a form that may be kept in a draft: no passwords, codes, tokens or form keys. */
export function harmless(fields: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...fields].filter(([name]) => !SECRET.test(name)));
}

/** Seals a draft, dropping the longest fields until it fits. Null if no field fits. */
export async function fitDraft(draft: Draft, seal: (draft: Draft) => Promise<string>): Promise<string | null> {
  let kept = Object.entries(draft.fields).sort(([, a], [, b]) => a.length - b.length);
  while (kept.length > 0) {
    const sealed = await seal({ ...draft, fields: Object.fromEntries(kept) });
    if (sealed.length <= MAX_SEALED) return sealed;
    kept = kept.slice(0, -1);
  }
  return null;
}

export const openDraft = (jar: CookieJar, seal: Seal, now: number) =>
  openSlot<Draft>({
    jar,
    seal,
    name: "d",
    purpose: "draft",
    maxAgeSeconds: DRAFT_SECONDS,
    isFresh: ({ at }) => now - at < DRAFT_SECONDS * 1000,
    pack: (draft) => fitDraft(draft, (smaller) => seal.seal("draft", smaller)),
  });

/** @param sessions the one of this request, and the one that has ended */
export const draftsOf = (
  slot: SealedSlot<Draft>,
  now: number,
  sessions: () => { current: Session | null; expired: Session | null },
): Drafts => ({
  takeDraft(path) {
    if (!slot.value || slot.value.path !== path.split("?", 1)[0]) return {};
    const { fields, member } = slot.value;
    slot.value = null;
    // Another member may have signed in on this phone.
    return member && member !== sessions().current?.member.id ? {} : fields;
  },
  keepDraft(path, fields) {
    const { current, expired } = sessions();
    slot.value = { path: path.split("?", 1)[0]!, fields, member: (current ?? expired)?.member.id ?? null, at: now };
  },
});
