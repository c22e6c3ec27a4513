import common from "../../locales/th/common.json";
import receipt from "../../locales/th/receipt.json";
import type { Operation } from "./operations";

/** What a page says about an operation. */
export type Claim = "done" | "not" | "open";

export interface Said {
  claim: Claim;
  words: string;
}

type Sentences = Partial<Record<Claim, readonly string[]>>;

/** Texts about any operation. */
const ANY: Sentences = {
  not: [
    receipt.notdoneHeading,
    receipt.notdoneBody,
    receipt.closed,
    receipt.closedUntil,
    receipt.busy,
    common.moneySafe,
  ],
  open: [receipt.inflightHeading, receipt.unknownHeading, receipt.reviewHeading, receipt.openBanner],
};

/** Labels of the state, on a receipt and in the line above a form. */
const WORDS: Sentences = {
  done: [receipt.stateDone, receipt.stateAccepted, common.success, common.pending],
  not: [receipt.stateRejected, receipt.stateNotdone, common.failed],
  open: [receipt.stateInflight, receipt.stateUnknown, receipt.stateReview],
};

const CLAIMS = ["done", "not", "open"] as const;

/** Compares texts; one with a parameter matches by the part before it. */
const says = (text: string, sentence: string) =>
  sentence.includes("{{") ? text.startsWith(sentence.slice(0, sentence.indexOf("{{"))) : text === sentence;

const claimsIn = (texts: readonly string[], sentences: Sentences): Said[] =>
  CLAIMS.flatMap((claim) =>
    texts
      .filter((text) => (sentences[claim] ?? []).some((sentence) => says(text, sentence)))
      .map((words) => ({ claim, words })),
  );

/** Everything that the texts of a page say about an operation; `id` is its id, if known. */
export function claimsOf(page: { path: string; text: string }, op: Pick<Operation, "says">, id: string | null): Said[] {
  const html = joined(page.text);
  const texts = textsOf(html);
  const receipt = id !== null && page.path.startsWith(`/user/receipt/${id}`);
  return [
    ...claimsIn(texts, ANY),
    ...claimsIn(texts, op.says),
    ...(receipt ? claimsIn(texts, WORDS) : []),
    ...[ANY, op.says, WORDS].flatMap((sentences) => claimsIn([lastOperation(html, id)], sentences)),
  ];
}

/** The outcome of this operation in the line above money forms; empty if there is none. */
function lastOperation(html: string, id: string | null): string {
  const at = html.indexOf(receipt.lastTitle);
  if (at < 0 || id === null) return "";
  const link = html.indexOf(`/user/receipt/`, at);
  if (!html.startsWith(`/user/receipt/${id}"`, link)) return "";
  const [, line = ""] = textsOf(html.slice(at, link));
  return line.split(/\s·\s/).at(-1)!;
}

/** A page's HTML without the elements of words that must not break, which cut its texts in pieces. */
export const joined = (html: string) => html.replace(/<span class="w">([^<]*)<\/span>/g, "$1");

/** The visible texts of a page. */
export const textsOf = (html: string): string[] =>
  html
    .replace(/<(script|style|head)\b[^]*?<\/\1>/g, "")
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").trim())
    .filter(Boolean);

/** The state in the `data-state` of a receipt; null on other pages. */
export function recordOf(page: { text: string }): string | null {
  const state = /data-state="(inflight|unknown|done|rejected|notdone|review|PENDING|SUCCESS|FAILED)"/.exec(
    page.text,
  )?.[1];
  // An accepted operation has the state of its statement row instead.
  return state && /^[A-Z]/.test(state) ? "done" : (state ?? null);
}

/** Compares what pages say about an operation with the operator's ledger. */
export interface Witness {
  /** Reads a page, and then the ledger. */
  see(page: { path: string; status: number; text: string }, id?: string | null): Promise<Said[]>;
  /** Call it at the end, before another operation: a denied operation must not have taken effect. */
  close(): Promise<void>;
  readonly lies: readonly string[];
}

/** `effects`: how often the ledger has the operation; `before`: how often it had it at the start. */
export function createWitness(op: Pick<Operation, "says">, effects: () => Promise<number>, before = 0): Witness {
  const lies: string[] = [];
  const denied: string[] = [];
  return {
    lies,
    async see(page, id = null) {
      const { path, status, text } = page;
      if (status >= 500 && status !== 503) lies.push(`${path} answers ${status}`);
      if (textsOf(text).length === 0) lies.push(`${path} is blank`);
      if (/\n\s+at .+:\d+:\d+/.test(text)) lies.push(`${path} shows a stack trace`);
      const said = claimsOf(page, op, id);
      const happened = (await effects()) > before;
      for (const { claim, words } of said) {
        if (claim === "done" && !happened) lies.push(`${path} says "${words}", the books say no`);
        if (claim === "not") denied.push(`${path} said "${words}", the books say it was done`);
      }
      return said;
    },
    async close() {
      const denials = denied.splice(0);
      if ((await effects()) > before) lies.push(...denials);
    },
  };
}
