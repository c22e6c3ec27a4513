import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LivePage } from "~/features/chat/live-page";
import { messageOf } from "~/lib/chat-message";
import type { Conversation } from "../../server/operator/contract/chat";
import { isSeen } from "./is-seen";
import { openOutbox, SENDS_FOR_MS, type Unsent } from "./outbox";
import { post, readNews, readPage, SignedOut } from "./talk";
import { caughtUp, heard, merged, onTheWay, placeOf, waitingNow } from "./thread";
import { useLine } from "./use-line";
import { useUploads } from "./use-uploads";

/** Without an operator's socket, the newest page is read this often while it is seen (milliseconds); what could not be sent is tried as often. */
const POLL_MS = 5000;
/** A button that is pressed twice within so many milliseconds was meant once. */
const TWICE_MS = 1000;

/** Whether a message may still be sent by itself. */
const isFresh = ({ at, isRefused }: Unsent) => !isRefused && Date.now() - at < SENDS_FOR_MS;

/** A message of this page: the server has it if `handed` is set, the number of the last read that had begun before. */
type Own = Unsent & { handed?: number };

/** The conversation as this browser knows it, and what it can do. The server's answers decide; the socket only brings them sooner. */
export function useTalk(base: string, first: LivePage) {
  const [page, setPage] = useState({ ...first, read: 0 });
  const [hasEnded, setEnded] = useState(false);
  const [outbox] = useState(() => {
    // Perhaps the page was left before a guest's conversation had a name.
    const opened = openOutbox(base === "/chat" ? "" : first.owner);
    opened.adopt(first.owner);
    return opened;
  });
  const [own, setOwn] = useState<readonly Own[]>(outbox.all);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef({
    reading: Promise.resolve<LivePage | null>(null),
    /** The read after the one that is under way. */
    next: null as Promise<LivePage | null> | null,
    begun: 0,
    handed: [] as readonly Own[],
    pressed: { postback: "", at: 0 },
    isSending: false,
    ended: false,
    /** The newest message of the history when it was read last: what the socket brings may come after a gap. */
    last: first.messages.at(-1)?.key ?? null,
  });
  const place = useMemo(() => ({ base, token: first.token }), [base, first.token]);

  /** This page can neither read nor send any more. What was written is sent by the next one. */
  const end = useCallback(() => {
    latest.current.ended = true;
    // The window over another page loads another one.
    document.querySelector("[data-chat]")?.removeAttribute("data-chat");
    setEnded(true);
  }, []);

  const show = useCallback(() => setOwn([...latest.current.handed, ...outbox.all()]), [outbox]);

  /** Reads the newest page: what was missed comes with it. Resolves to the page, null if it could not be read. */
  const refresh = useCallback((): Promise<LivePage | null> => {
    const now = latest.current;
    const read = async (): Promise<LivePage | null> => {
      if (now.ended) return null;
      const number = (now.begun += 1);
      try {
        const { news, reaches } = await readNews(place, now.last);
        outbox.adopt(news.owner);
        now.last = news.messages.at(-1)?.key ?? null;
        // This page tells what became of what the server had before.
        now.handed = now.handed.filter(({ handed = 0 }) => handed >= number);
        show();
        setPage((known) => caughtUp(known, { ...news, read: number }, reaches));
        return news;
      } catch (error) {
        if (error instanceof SignedOut) end();
        return null;
      }
    };
    // One after the other: an older answer must not replace a newer one. Whoever asks meanwhile shares the next one.
    now.next ??= now.reading.then(() => {
      now.next = null;
      return (now.reading = read());
    });
    return now.next;
  }, [place, end, outbox, show]);

  /** Hands over what the server has not taken, one after the other: the second never passes the first. */
  const flush = useCallback(async () => {
    const now = latest.current;
    if (now.isSending) return;
    now.isSending = true;
    try {
      for (;;) {
        const next = outbox.all().find(isFresh);
        if (!next || now.ended) return;
        const { id, text, postback } = next;
        const said: Record<string, string> = postback === undefined ? { text } : { postback };
        const posted = await post(`${base}/messages`, { _t: first.token, id, ...said });
        if (posted === "later") return;
        if (posted === "ended") return end();
        if (posted !== "taken") {
          outbox.refuse(id);
          show();
          continue;
        }
        outbox.remove(id);
        now.handed = [...now.handed, { ...next, handed: now.begun }];
        show();
        void refresh();
      }
    } finally {
      now.isSending = false;
    }
  }, [base, first.token, outbox, refresh, end, show]);

  const catchUp = useCallback(() => {
    void refresh();
    void flush();
  }, [refresh, flush]);

  const uploads = useUploads({ base, first, page, begun: () => latest.current.begun, refresh, end, tell: setFault });
  const { hasSocket } = page;
  const leaving = onTheWay(own, page.messages);
  // Nothing tells what becomes of it, but the next page.
  const isOnTheWay =
    page.waiting.some(({ state }) => state === "sending" || state === "uploading_file") ||
    uploads.waiting.some(({ state }) => state !== "uploading_file") ||
    leaving.some(({ handed }) => handed !== undefined);
  const hear = useCallback(
    (told: Conversation) => {
      setPage((known) => ({
        ...known,
        messages: heard(known.messages, messageOf(told, first.sources, known.messages.at(-1)?.order ?? 0)),
        waiting: known.waiting.filter(({ id }) => id !== told.session_id),
      }));
      if (!told.createdAt) void refresh();
    },
    [first, refresh],
  );
  const line = useLine({ first, isOpen: hasSocket && !hasEnded, hear, catchUp });
  const { isLive } = line;

  useEffect(() => {
    const seen = () => isSeen() && catchUp();
    const poll = setInterval(() => {
      if (!isSeen() || (isLive() && !isOnTheWay)) void flush();
      else catchUp();
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
  }, [catchUp, flush, isLive, isOnTheWay]);

  const send = (text: string, postback?: string) => {
    const said = { text, postback };
    outbox.add({ ...said, ...placeOf(said, own, page.messages), at: Date.now() });
    show();
    setFault(null);
    void flush();
  };

  /** Sends what a button says. One that is pressed twice by mistake, or again while it is on its way, says it once. */
  const press = (postback: string, title: string) => {
    const { pressed } = latest.current;
    const isTwice = pressed.postback === postback && Date.now() - pressed.at < TWICE_MS;
    latest.current.pressed = { postback, at: Date.now() };
    if (!isTwice && !leaving.some((one) => one.postback === postback)) send(title, postback);
  };

  /** Reads the messages before the first one that is shown. @param onRead called before they are */
  const earlier = async (onRead: () => void) => {
    const asked = page.earlier;
    if (asked === null) return;
    const before = await readPage(place, asked).catch(() => null);
    setFault(before ? null : first.words.earlierFailed);
    if (!before) return;
    onRead();
    // Perhaps the page was read anew meanwhile, and begins elsewhere.
    setPage((known) =>
      known.earlier === asked
        ? { ...known, messages: merged(before.messages, known.messages), earlier: before.earlier }
        : known,
    );
  };

  /** What a form in the conversation asks for: a button's answer, or another try with a message that failed. */
  const act = async (form: HTMLFormElement, pressed: HTMLButtonElement | null) => {
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if (pressed?.name) fields[pressed.name] = pressed.value;
    if (fields.postback !== undefined) return press(fields.postback, pressed!.textContent!);
    const path = new URL(form.action).pathname;
    const again = path.endsWith("/resend");
    const file = uploads.find(fields.id);
    if (file && again) return uploads.upload(file.file, file.id);
    if (file) return uploads.remove(file.id);
    const old = own.find(({ id }) => id === fields.id);
    if (old) {
      outbox.remove(old.id);
      show();
      return again && send(old.text, old.postback);
    }
    const posted = await post(path, fields);
    if (posted === "ended") return end();
    setFault(posted === "taken" ? null : first.words.failed);
    catchUp();
  };

  return {
    page,
    line: hasEnded ? ("signed-out" as const) : line.state,
    isTyping: line.isTyping && !hasEnded,
    waiting: waitingNow(
      page.waiting.filter(({ id }) => !page.messages.some(({ session }) => session === id)),
      [
        ...leaving.map((one) => {
          const isSending = one.handed !== undefined || (isFresh(one) && !hasEnded);
          const { id, text, at } = one;
          return { id, text, at, state: isSending ? ("sending" as const) : ("failed" as const) };
        }),
        ...uploads.waiting,
      ].sort((one, other) => one.at - other.at),
    ),
    send,
    refresh,
    earlier,
    upload: (file: File) => uploads.upload(file),
    act,
    fault,
    tell: setFault,
    typed: line.typed,
    /** Support is told that everything was seen. */
    read: () => line.read() || void readPage(place, "?seen").catch(() => undefined),
  };
}
