import { io } from "socket.io-client";

/** From the specification: the transport tries again after half a second; whether it does is checked every five. */
export const RECONNECT_MS = 500;
export const CHECK_MS = 5000;
/** How long a WebSocket may take to open; slow networks need some seconds. */
const CONNECT_MS = 10_000;

/** A message as the relay passes it on. */
export interface Passed {
  sender: "customer" | "other";
  message: unknown;
  createdAt: string | null;
  session_id: string | null;
}

interface Listener {
  /** Whether what is said arrives here now. True each time that something may have been missed before. */
  live(isLive: boolean): void;
  message(conversation: Passed): void;
  typing(isOn: boolean): void;
  /** There is no line to be had: the history has everything, later. */
  refused(): void;
}

/** The line that was opened early; nobody listens to it yet. */
let early: ReturnType<typeof dial> | null = null;

/** Opens the socket while the rest of the script is on its way. What comes before somebody listens is in the history. */
export function openEarly(token: string) {
  early = dial(token);
}

/** Opens the socket to the relay, or takes over the one that was opened early, and keeps it open. */
export function openLine(token: string, listener: Listener) {
  const line = early ?? dial(token);
  early = null;
  line.hear(listener);
  return line;
}

function dial(token: string) {
  let listener: Listener | null = null;
  let isLive = false;
  let isRefused = false;
  const say = (next: boolean) => {
    isLive = next;
    listener?.live(next);
  };
  const refuse = () => {
    isRefused = true;
    listener?.refused();
  };
  const socket = io({
    path: "/chat/socket/",
    auth: { token },
    transports: ["websocket", "polling"],
    // A network may refuse WebSockets.
    tryAllTransports: true,
    timeout: CONNECT_MS,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0.5,
  });
  socket.on("live", say);
  socket.on("message", (message: Passed) => listener?.message(message));
  socket.on("typing", (isOn: boolean) => listener?.typing(isOn));
  socket.on("refused", refuse);
  socket.on("disconnect", () => say(false));
  // The relay refuses this page: its session or its token has ended.
  socket.on("connect_error", ({ message }) => {
    // Some networks swallow a WebSocket instead of refusing it.
    if (message === "timeout") socket.io.opts.transports = ["polling"];
    if (!socket.active) refuse();
  });
  // A closed socket does not come back by itself if the relay has closed it.
  const check = setInterval(() => !socket.active && socket.connect(), CHECK_MS);
  return {
    /** Says first how the line is. */
    hear(next: Listener) {
      listener = next;
      if (isLive) next.live(true);
      if (isRefused) next.refused();
    },
    isLive: () => isLive,
    typing: (isOn: boolean) => void socket.volatile.emit("typing", isOn),
    read: () => void socket.emit("read"),
    close() {
      clearInterval(check);
      socket.disconnect();
    },
  };
}
