import type { Server } from "node:http";
import type { Socket } from "node:net";
import { CONNECTION } from "./acceptor";

/** What ends a server that does not listen itself. */
export type ServerEnd = Pick<Server, "closeIdleConnections" | "closeAllConnections"> & {
  /** Calls `done` when all connections have ended. */
  close(done: () => void): void;
};

/** Serves the connections that the primary sends to this worker. */
export function receiveConnections(server: Server): ServerEnd {
  const open = new Set<Socket>();
  let ended: (() => void) | null = null;
  process.on("message", (message, socket?: Socket) => {
    // A client that has left meanwhile leaves no socket.
    if (message !== CONNECTION || !socket) return;
    // What an HTTP server sets for the connections that it accepts.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) ended?.();
    });
    server.emit("connection", socket);
    socket.resume();
  });
  // The server begins to watch the times of requests when it listens.
  server.emit("listening");
  return {
    close(done) {
      ended = done;
      if (open.size === 0) done();
    },
    closeIdleConnections: () => server.closeIdleConnections(),
    closeAllConnections: () => server.closeAllConnections(),
  };
}
