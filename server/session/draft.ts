/** The fields of a form that could not be accepted because the session had ended or the language was changed. */
export interface Draft {
  path: string;
  fields: Record<string, string>;
  /** Id of the member who typed it; null for guests. */
  member: string | null;
  /** Epoch milliseconds. */
  at: number;
}

export const DRAFT_SECONDS = 600;

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
