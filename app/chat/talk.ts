import type { LivePage } from "~/features/chat/live-page";
import { merged } from "./thread";

/** The session of the page is over: opened again, it says how to sign in. */
export class SignedOut extends Error {}

/** Where the script of a page talks to. */
export interface Place {
  /** Path of the page. */
  base: string;
  /** Value of its hidden field `_t`: another member may have signed in here since. */
  token: string;
}

/** What the server answers to a form of an ended session. */
const ENDED = 403;
/** The next try may be in time: a proxy gave up, or there were too many at once. */
const NOT_NOW = [408, 425, 429];
const TIMEOUT_MS = 20_000;
const UPLOAD_MS = 300_000;

const within = (ms: number) => {
  const end = new AbortController();
  setTimeout(() => end.abort(), ms);
  return end.signal;
};

/**
 * Reads a page of the conversation. @throws SignedOut; Error without a network
 * @param query of the page; "" for the newest
 */
export async function readPage({ base, token }: Place, query = ""): Promise<LivePage> {
  const answer = await fetch(`${base}/messages${query}`, {
    cache: "no-store",
    headers: { "X-Chat-Page": token },
    redirect: "manual",
    signal: within(TIMEOUT_MS),
  });
  if (answer.type === "opaqueredirect") throw new SignedOut();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.json()) as LivePage;
}

/** Pages that are read at most for what was missed. */
const MISSED_PAGES = 5;

/**
 * Reads the newest page, and those before it until one has the message that was the newest when the history was read
 * last; null: it was empty. @throws SignedOut; Error without a network
 * @returns `reaches`: nothing is missing between this page and what was read before
 */
export async function readNews(place: Place, last: string | null): Promise<{ news: LivePage; reaches: boolean }> {
  let news = await readPage(place);
  const reaches = () => news.earlier === null || news.messages.some(({ key }) => key === last);
  for (let pages = 1; pages < MISSED_PAGES && !reaches(); pages += 1) {
    const before = await readPage(place, news.earlier!);
    news = { ...news, messages: merged(before.messages, news.messages), earlier: before.earlier };
  }
  return { news, reaches: reaches() };
}

/** `taken`: the server has it and sees to it. `later`: it may not have arrived. `ended`: the session of the page is over. */
export type Posted = "taken" | "later" | "ended" | { refused: number };

/** Posts what a form of the conversation would post. Resolves also without a network. */
export async function post(path: string, fields: Record<string, string | File>): Promise<Posted> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const isFile = Object.values(fields).some((value) => typeof value !== "string");
  // Like the form's own encoding: the server streams only files.
  const plain = isFile ? body : new URLSearchParams(fields as Record<string, string>);
  // A message waits in the outbox, which outlives the page.
  if (isFile && !navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  try {
    const answer = await fetch(path, {
      method: "POST",
      body: plain,
      headers: { "X-Requested-With": "fetch" },
      redirect: "manual",
      signal: within(isFile ? UPLOAD_MS : TIMEOUT_MS),
    });
    const to = answer.headers.get("Location");
    if (answer.type === "opaqueredirect" || answer.status === ENDED || (to && !/^\/(user\/)?chat\b/.test(to)))
      return "ended";
    if (answer.ok) return "taken";
    return answer.status >= 500 || NOT_NOW.includes(answer.status) ? "later" : { refused: answer.status };
  } catch {
    return "later";
  }
}
