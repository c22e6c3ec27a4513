import type { Worker } from "node:cluster";
import { createServer, type Socket } from "node:net";

/** The message that comes with a connection. */
export const CONNECTION = "connection";

/** The public listener. It reads nothing: each connection goes to a worker as it is. */
export interface Acceptor {
  /** Rejects if the port is taken. */
  listen(port: number, host: string): Promise<void>;
  /** Gives connections to this worker, too, in turn. */
  add(worker: Worker): void;
  remove(worker: Worker): void;
  /** Accepts nothing more. What was accepted before is with a worker, or on its way to one. */
  close(): void;
}

/**
 * Not the listener that `node:cluster` shares: it goes on accepting between the moment in which the last worker has closed
 * and the one in which the primary hears of it, and resets what it accepts then.
 */
export function createAcceptor(): Acceptor {
  /** Workers that take connections, and those that have not reached them. */
  const workers = new Map<Worker, Set<Socket>>();
  const waiting: Socket[] = [];
  let turn = 0;

  function give(socket: Socket): void {
    const able = [...workers.keys()].filter((worker) => worker.isConnected());
    const worker = able[turn++ % able.length];
    if (!worker) return void waiting.push(socket);
    const onTheWay = workers.get(worker)!.add(socket);
    worker.send(CONNECTION, socket, () => void onTheWay.delete(socket));
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    // A client that leaves before a worker has its connection.
    socket.on("error", () => socket.destroy());
    give(socket);
  });
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      }),
    add(worker) {
      workers.set(worker, new Set());
      for (const socket of waiting.splice(0)) give(socket);
    },
    remove(worker) {
      const left = workers.get(worker) ?? [];
      workers.delete(worker);
      // A worker that goes on by itself still gets what was queued for it.
      if (!worker.isConnected()) for (const socket of left) give(socket);
    },
    close: () => void server.close(),
  };
}
