import { UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { createServer, type RequestListener, type Server } from "node:http";
import type { ListenOptions } from "node:net";

const SECOND = 1000;

/** Time allowed for a whole request, long enough for an upload; `formBody` allows other forms less. */
const REQUEST_MS = UPLOAD_TIMEOUT_MS + 10 * SECOND;

/** An HTTP server with timeouts against slow or silent clients. */
export function httpServer(app: RequestListener): Server {
  const server = createServer(
    { headersTimeout: 10 * SECOND, requestTimeout: REQUEST_MS, keepAliveTimeout: 65 * SECOND, maxHeaderSize: 16_384 },
    app,
  );
  // Longer than the slowest response: the operator may take 60 s for an account write.
  server.setTimeout(90 * SECOND);
  return server;
}

/** Starts listening. Rejects if the port is taken. */
export const listen = (app: RequestListener, port: number, host: string): Promise<Server> =>
  listenAt(httpServer(app), { port, host });

/** The same for a server that exists, at an address or at the path of a Unix socket. */
export function listenAt(server: Server, where: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    // A name that leads nowhere is no address of this machine; Redis may have such a name, too.
    const failed = (error: NodeJS.ErrnoException) =>
      reject(error.syscall === "getaddrinfo" ? Object.assign(error, { code: "EADDRNOTAVAIL" }) : error);
    server.once("error", failed);
    server.listen(where, () => {
      server.off("error", failed);
      resolve(server);
    });
  });
}
