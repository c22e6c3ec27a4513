import { useEffect, useMemo, useRef, useState } from "react";
import type { LivePage } from "~/features/chat/live-page";
import type { Conversation } from "../../server/operator/contract/chat";
import { openLine } from "./line";

/** Support that stops without saying so. */
const TYPING_MS = 10_000;

interface Options {
  first: LivePage;
  isOpen: boolean;
  /** Told of each message. */
  hear: (message: Conversation) => void;
  /** Something may have been missed. */
  catchUp: () => void;
}

/** The socket while it is open. `state`: `away` tries again by itself; `polled`: there is none to be had. */
export function useLine({ first, isOpen, hear, catchUp }: Options) {
  const [state, setState] = useState<"live" | "polled" | "away">(first.hasSocket ? "away" : "polled");
  const [isTyping, setTyping] = useState(false);
  const line = useRef<ReturnType<typeof openLine> | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    let typing: ReturnType<typeof setTimeout> | undefined;
    line.current = openLine(first.token, {
      live(isLive) {
        setState(isLive ? "live" : "away");
        if (isLive) catchUp();
      },
      message(told) {
        const { createdAt, sender } = told;
        hear({ ...told, createdAt: createdAt === null ? undefined : new Date(createdAt) } as Conversation);
        if (sender === "other") setTyping(false);
      },
      typing(isOn) {
        clearTimeout(typing);
        setTyping(isOn);
        if (isOn) typing = setTimeout(() => setTyping(false), TYPING_MS);
      },
      refused: () => setState("polled"),
    });
    return () => {
      clearTimeout(typing);
      line.current?.close();
      line.current = null;
    };
  }, [catchUp, hear, first, isOpen]);

  const calls = useMemo(
    () => ({
      isLive: () => line.current?.isLive() ?? false,
      typed: (isOn: boolean) => line.current?.typing(isOn),
      /** Whether support could be told that everything was seen. */
      read() {
        if (!line.current?.isLive()) return false;
        line.current.read();
        return true;
      },
    }),
    [],
  );
  return { state, isTyping, ...calls };
}
