import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Milliseconds after which what comes is told to a screen reader again. */
const QUIET_MS = 1000;

/**
 * Reads earlier messages at the top of the page, and keeps what is read where it is.
 * @param read calls back before the messages that it has read are shown
 * @param query of the earlier page; null: there is none
 * @param log has the messages as items
 * @param onShown called once they are in their place
 */
export function useEarlier(
  read: (onRead: () => void) => Promise<void>,
  query: string | null,
  log: RefObject<HTMLElement | null>,
  onShown: () => void,
) {
  const latest = useRef({ read, query, isReading: false });
  latest.current.read = read;
  latest.current.query = query;
  /** The first message that is seen, and where. */
  const held = useRef<{ message: Element; top: number } | null>(null);
  const [isQuiet, setQuiet] = useState(false);

  const hold = useCallback(() => {
    const messages = [...(log.current?.querySelectorAll("li[data-from]") ?? [])];
    const message = messages.find((one) => one.getBoundingClientRect().bottom > 0);
    held.current = message ? { message, top: message.getBoundingClientRect().top } : null;
    // Old messages are no news.
    setQuiet(true);
    setTimeout(() => setQuiet(false), QUIET_MS);
  }, [log]);

  const readEarlier = useCallback(async () => {
    const now = latest.current;
    if (now.isReading || now.query === null) return;
    now.isReading = true;
    await now.read(hold);
    now.isReading = false;
  }, [hold]);

  useLayoutEffect(() => {
    if (!held.current) return;
    const { message, top } = held.current;
    held.current = null;
    scrollBy(0, message.getBoundingClientRect().top - top);
    onShown();
  });

  useEffect(() => {
    const look = () => scrollY <= 0 && void readEarlier();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [readEarlier]);

  return {
    readEarlier,
    /** Whether earlier messages are just being shown. */
    isQuiet,
  };
}
