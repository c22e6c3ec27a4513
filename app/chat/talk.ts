import type { LivePage } from "~/features/chat/live-page";

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
