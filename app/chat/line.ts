import { io } from "socket.io-client";

/** From the specification: the transport tries again after half a second; whether it does is checked every five. */
export const RECONNECT_MS = 500;
export const CHECK_MS = 5000;

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

/** Opens the socket to the relay, and keeps it open. */
export function openLine(token: string, listener: Listener) {
  let isLive = false;
  const say = (next: boolean) => {
    isLive = next;
    listener.live(next);
  };
  const socket = io({
    path: "/chat/socket/",
    auth: { token },
    transports: ["websocket", "polling"],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0.5,
  });
  socket.on("live", say);
  socket.on("message", listener.message);
  socket.on("typing", listener.typing);
  socket.on("refused", listener.refused);
  socket.on("disconnect", () => say(false));
  // The relay refuses this page: its session or its token has ended.
  socket.on("connect_error", () => !socket.active && listener.refused());
  // A closed socket does not come back by itself if the relay has closed it.
  const check = setInterval(() => !socket.active && socket.connect(), CHECK_MS);
  return {
    isLive: () => isLive,
    typing: (isOn: boolean) => void socket.volatile.emit("typing", isOn),
    read: () => void socket.emit("read"),
    close() {
      clearInterval(check);
      socket.disconnect();
    },
  };
}
