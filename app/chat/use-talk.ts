import { useCallback, useEffect, useRef, useState } from "react";
import type { LivePage } from "~/features/chat/live-page";
import { messageOf } from "~/lib/chat-message";
import type { Conversation } from "../../server/operator/contract/chat";
import { leftGuestId } from "./guest-id";
import { openLine } from "./line";
import { openOutbox, SENDS_FOR_MS } from "./outbox";
import { post, readNews, readPage, SignedOut } from "./talk";
import { caughtUp, merged, onTheWay, placeOf, waitingNow } from "./thread";
import { useUploads } from "./use-uploads";

/** Without an operator's socket, the newest page is read this often while it is seen (milliseconds); what could not be sent is tried as often. */
const POLL_MS = 5000;
/** Support that stops without saying so. */
const TYPING_MS = 10_000;

/** `signed-out`: nothing more can be read or sent. `away`: tries again by itself. */
export type LineState = "live" | "polled" | "away" | "signed-out";

/** Whether a message may still be sent by itself. */
const isFresh = (at: number) => Date.now() - at < SENDS_FOR_MS;

/** The conversation as this browser knows it, and what it can do. The server's answers decide; the socket only brings them sooner. */
export function useTalk(base: string, first: LivePage) {
  const [page, setPage] = useState(first);
  const [line, setLine] = useState<LineState>(first.hasSocket ? "away" : "polled");
  const [isTyping, setTyping] = useState(false);
  const [outbox] = useState(() => {
    // Perhaps the page was left before a guest's conversation had a name.
    const opened = openOutbox(base === "/chat" ? "" : first.owner);
    opened.adopt(first.owner);
    return opened;
  });
  const [own, setOwn] = useState(outbox.all);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef({
    reading: Promise.resolve<LivePage | null>(null),
    isSending: false,
    ended: false,
    /** The newest message of the history when it was read last: what the socket brings may come after a gap. */
    last: first.messages.at(-1)?.key ?? null,
  });
  const lineRef = useRef<ReturnType<typeof openLine> | null>(null);

  /** This page can neither read nor send any more. What was written is sent by the next one. */
  const end = useCallback(() => {
    latest.current.ended = true;
    setLine("signed-out");
    lineRef.current?.close();
  }, []);

  /** Reads the newest page: what was missed comes with it. Resolves to the page, null if it could not be read. */
  const refresh = useCallback((): Promise<LivePage | null> => {
    const now = latest.current;
    const read = async (): Promise<LivePage | null> => {
      if (now.ended) return null;
      try {
        const { news, reaches } = await readNews(base, now.last);
        outbox.adopt(news.owner);
        now.last = news.messages.at(-1)?.key ?? null;
        setPage((known) => caughtUp(known, news, reaches));
        return news;
      } catch (error) {
        if (error instanceof SignedOut) end();
        return null;
      }
    };
    // One after the other: an older answer must not replace a newer one.
    now.reading = now.reading.then(read);
    return now.reading;
  }, [base, end, outbox]);

  /** Hands over what the server has not taken, one after the other: the second never passes the first. */
  const flush = useCallback(async () => {
    const now = latest.current;
    if (now.isSending || now.ended) return;
    now.isSending = true;
    try {
      for (;;) {
        const next = outbox.all().find(({ at }) => isFresh(at));
        if (!next) return;
        const left = first.owner === "" ? leftGuestId.asField() : {};
        const posted = await post(base, { _t: first.token, id: next.id, text: next.text, ...left });
        if (posted === "later") return;
        // The answer does not say whether the session is over; the page does.
        if (posted === "taken" && !(await refresh())) return;
        // The form of this page has ended.
        if (posted !== "taken") return end();
        leftGuestId.forget();
        outbox.remove(next.id);
        setOwn(outbox.all());
      }
    } finally {
      now.isSending = false;
    }
  }, [base, first.owner, first.token, outbox, refresh, end]);

  const catchUp = useCallback(() => {
    void refresh();
    void flush();
  }, [refresh, flush]);

  const uploads = useUploads({ base, first, page, refresh, end, tell: setFault });
  const { hasSocket } = page;
  // Nothing tells what becomes of it, but the next page.
  const isOnTheWay =
    page.waiting.some(({ state }) => state === "sending" || state === "uploading_file") || uploads.hasFailed;
  useEffect(() => {
    let typing: ReturnType<typeof setTimeout> | undefined;
    if (!hasSocket) return;
    lineRef.current = openLine(first.token, {
      live(isLive) {
        if (latest.current.ended) return;
        setLine(isLive ? "live" : "away");
        if (isLive) catchUp();
      },
      message(conversation) {
        const { createdAt, session_id } = conversation;
        const told = {
          ...conversation,
          createdAt: createdAt === null ? undefined : new Date(createdAt),
        } as Conversation;
        setPage((known) => ({
          ...known,
          messages: merged(known.messages, [messageOf(told, first.sources, known.messages.at(-1)?.order ?? 0)]),
          waiting: known.waiting.filter(({ id }) => id !== session_id),
        }));
        if (conversation.sender === "other") setTyping(false);
      },
      typing(isOn) {
        clearTimeout(typing);
        setTyping(isOn);
        if (isOn) typing = setTimeout(() => setTyping(false), TYPING_MS);
      },
      refused: () => latest.current.ended || setLine("polled"),
    });
    return () => {
      clearTimeout(typing);
      lineRef.current?.close();
      lineRef.current = null;
    };
  }, [catchUp, first, hasSocket]);

  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && catchUp();
    const poll = setInterval(() => {
      if (lineRef.current?.isLive() && !isOnTheWay) void flush();
      else if (document.visibilityState === "visible") catchUp();
    }, POLL_MS);
    addEventListener("online", catchUp);
    addEventListener("focus", catchUp);
    document.addEventListener("visibilitychange", seen);
    // What was to be read is here already.
    void flush();
    return () => {
      clearInterval(poll);
      removeEventListener("online", catchUp);
      removeEventListener("focus", catchUp);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [catchUp, flush, isOnTheWay]);

  const send = (text: string) => {
    outbox.add({ text, ...placeOf(text, own, page.messages), at: Date.now() });
    setOwn(outbox.all());
    setFault(null);
    void flush();
  };

  const earlier = async () => {
    if (page.earlier === null) return;
    const before = await readPage(base, page.earlier).catch(() => null);
    if (before)
      setPage((known) => ({ ...known, messages: merged(before.messages, known.messages), earlier: before.earlier }));
  };

  /** What a form in the conversation asks for: a button's answer, or another try with a message that failed. */
  const act = async (form: HTMLFormElement, pressed: HTMLButtonElement | null) => {
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if (pressed?.name) fields[pressed.name] = pressed.value;
    const path = new URL(form.action).pathname;
    const again = path.endsWith("/resend");
    const file = uploads.find(fields.id);
    if (file && again) return uploads.upload(file.file, file.id);
    if (file) return uploads.remove(file.id);
    const old = own.find(({ id }) => id === fields.id);
    if (old) {
      outbox.remove(old.id);
      setOwn(outbox.all());
      return again && send(old.text);
    }
    setFault((await post(path, fields)) === "taken" ? null : first.words.failed);
    catchUp();
  };

  return {
    page,
    line,
    isTyping,
    waiting: waitingNow(
      page.waiting.filter(({ id }) => !page.messages.some(({ session }) => session === id)),
      [
        ...onTheWay(own, page.messages).map(
          ({ id, text, at }) =>
            ({ id, text, state: isFresh(at) && line !== "signed-out" ? "sending" : "failed" }) as const,
        ),
        ...uploads.waiting,
      ],
    ),
    send,
    refresh,
    earlier,
    upload: (file: File) => uploads.upload(file),
    act,
    fault,
    tell: setFault,
    typed: (isOn: boolean) => lineRef.current?.typing(isOn),
    /** Support is told that everything was seen. */
    read: () => {
      if (lineRef.current?.isLive()) lineRef.current.read();
      else void readPage(base, "?seen").catch(() => undefined);
    },
  };
}
