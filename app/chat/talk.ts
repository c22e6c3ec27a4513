import type { LivePage } from "~/features/chat/live-page";
import { merged } from "./thread";

/** The session is over: the page says how to sign in. */
export class SignedOut extends Error {}

/** The status of a limit: the next try may be in time. */
const TOO_MANY = 429;
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
export async function readPage(base: string, query = ""): Promise<LivePage> {
  const answer = await fetch(`${base}/messages${query}`, {
    cache: "no-store",
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
export async function readNews(base: string, last: string | null): Promise<{ news: LivePage; reaches: boolean }> {
  let news = await readPage(base);
  const reaches = () => news.earlier === null || news.messages.some(({ key }) => key === last);
  for (let pages = 1; pages < MISSED_PAGES && !reaches(); pages += 1) {
    const before = await readPage(base, news.earlier!);
    news = { ...news, messages: merged(before.messages, news.messages), earlier: before.earlier };
  }
  return { news, reaches: reaches() };
}

/** `taken`: the server has it and sees to it. `later`: it may not have arrived. */
export type Posted = "taken" | "later" | { refused: number };

/** Posts what the page's form would post. Resolves also without a network. */
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
      redirect: "manual",
      signal: within(isFile ? UPLOAD_MS : TIMEOUT_MS),
    });
    if (answer.type === "opaqueredirect" || answer.ok) return "taken";
    return answer.status >= 500 || answer.status === TOO_MANY ? "later" : { refused: answer.status };
  } catch {
    return "later";
  }
}
