import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Conversation } from "~/features/chat/conversation";
import type { LivePage } from "~/features/chat/live-page";
import type { ChatWords } from "~/features/chat/words";
import { isSeen } from "./is-seen";
import { LargePicture } from "./large-picture";
import { takeGuestTexts } from "./outbox";
import { useBadge } from "./use-badge";
import { useComposer } from "./use-composer";
import { useEarlier } from "./use-earlier";
import { useFiles } from "./use-files";
import { useFocus } from "./use-focus";
import { useTalk } from "./use-talk";

/** Nearer to the end than this (pixels), a reader wants to see what comes. */
export const AT_END = 60;
/** From the specification: seen for a second is read. */
export const READ_MS = 1000;

interface Props {
  base: string;
  first: LivePage;
  /** When this page was opened, everything until then had been seen (epoch milliseconds). */
  seenUntil: number | null;
  composer: HTMLFormElement;
  /** Whether this page was scrolled before. */
  hasScrolled: boolean;
}

const isAtEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - AT_END;

/** The conversation, live. It renders what the server rendered; the form below it stays the server's. */
export function Island({ base, first, seenUntil, composer, hasScrolled }: Props) {
  const talk = useTalk(base, first);
  const { page, waiting } = talk;
  const [missed, setMissed] = useState(0);
  const wasAtEnd = useRef((scrollY === 0 && !hasScrolled) || isAtEnd());
  const newest = page.messages.at(-1);
  const count = page.messages.length;

  useComposer(composer, talk, wasAtEnd);
  const guest = base === "/chat" ? undefined : first.guest;
  useEffect(() => {
    if (guest === undefined) return;
    const field = composer.elements.namedItem("text") as HTMLTextAreaElement;
    field.value = [...takeGuestTexts(guest), field.value].filter(Boolean).join("\n");
  }, [composer, guest]);
  const files = useFiles(composer, (file) => {
    wasAtEnd.current = true;
    void talk.upload(file);
  });
  const log = useRef<HTMLDivElement>(null);
  useFocus(log);

  const toEnd = () => {
    scrollTo(0, document.documentElement.scrollHeight);
    setMissed(0);
  };
  const look = useCallback(() => {
    wasAtEnd.current = isAtEnd();
    if (wasAtEnd.current) setMissed(0);
  }, []);
  useEffect(() => {
    // The keyboard of a phone, or another way to hold it: who was at the end stays there.
    const resized = () => wasAtEnd.current && toEnd();
    // The form grows with what is typed, and with the size of its text.
    const fit = new ResizeObserver(() => {
      composer.parentElement!.style.setProperty("--composer", `${composer.offsetHeight}px`);
      resized();
    });
    fit.observe(composer);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", resized);
    return () => {
      fit.disconnect();
      removeEventListener("scroll", look);
      removeEventListener("resize", resized);
    };
  }, [composer, look]);
  const status = talk.fault ?? (statusOf(talk.line, page.words) || (talk.isTyping ? page.words.typing : ""));
  const { readEarlier, isQuiet } = useEarlier(talk.earlier, page.earlier, log, look);
  const states = waiting.map(({ state }) => state).join();
  const known = useRef(newest?.key);
  useLayoutEffect(() => {
    const isNew = known.current !== newest?.key;
    const fresh = page.messages.slice(page.messages.findIndex(({ key }) => key === known.current) + 1);
    known.current = newest?.key;
    if (wasAtEnd.current) toEnd();
    else if (isNew) setMissed((before) => before + fresh.filter(({ from }) => from === "other").length);
    // A state that changes can change the height.
  }, [page.messages, newest?.key, states, status, files.large]);

  // An answer of one's own makes it no less seen.
  const unread = page.messages.findLast(({ from }) => from === "other")?.key;
  const isVisible = useVisible();
  useBadge(page.messages, isVisible, `${base}#newest`, page.words.unread);
  const read = useRef(talk.read);
  read.current = talk.read;
  useEffect(() => {
    if (unread === undefined || missed > 0 || !isVisible) return;
    const seen = setTimeout(() => read.current(), READ_MS);
    return () => clearTimeout(seen);
    // A new message, not a new render, begins the second.
  }, [unread, missed, isVisible]);

  const { words } = page;
  return (
    <>
      {page.earlier !== null && (
        <a
          className="button"
          data-variant="quiet"
          data-size="small"
          href={base + page.earlier}
          onClick={(event) => {
            event.preventDefault();
            void readEarlier();
          }}
        >
          {words.earlier}
        </a>
      )}
      <div
        onSubmit={(event) => {
          event.preventDefault();
          const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
          void talk.act(event.target as HTMLFormElement, button);
        }}
        ref={log}
        tabIndex={-1}
        role="log"
        aria-live={isQuiet ? "off" : "polite"}
        aria-relevant="additions text"
        aria-label={words.log}
        key="log"
      >
        {count + waiting.length === 0 ? (
          <p className="meta">{words.empty}</p>
        ) : (
          <Conversation
            messages={page.messages}
            waiting={waiting}
            seenUntil={seenUntil}
            words={words}
            forms={{ base, token: page.token, id: page.id }}
            zone={page.zone}
          />
        )}
      </div>
      <div>
        {missed > 0 && (
          <button type="button" className="button" data-variant="secondary" data-size="small" onClick={toEnd}>
            {words.fresh.replace("{}", String(missed))}
          </button>
        )}
        {files.large && <LargePicture key={files.large.name} file={files.large} words={words} onSend={files.send} />}
        <p className={talk.fault === null ? "meta" : "field-error"} role="status">
          {status}
        </p>
      </div>
    </>
  );
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(isSeen);
  useEffect(() => {
    const look = () => setVisible(isSeen());
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}

const statusOf = (line: ReturnType<typeof useTalk>["line"], words: ChatWords) =>
  line === "away" ? words.away : line === "signed-out" ? words.signedOut : "";
