import { UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { createServer, type RequestListener, type Server } from "node:http";

const SECOND = 1000;

/** Time allowed for a whole request, long enough for an upload; `formBody` allows other forms less. */
const REQUEST_MS = UPLOAD_TIMEOUT_MS + 10 * SECOND;

/** Starts listening, with timeouts against slow or silent clients. Rejects if the port is taken. */
export function listen(app: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(
    { headersTimeout: 10 * SECOND, requestTimeout: REQUEST_MS, keepAliveTimeout: 65 * SECOND, maxHeaderSize: 16_384 },
    app,
  );
  // Longer than the slowest response: the operator may take 60 s for an account write.
  server.setTimeout(90 * SECOND);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}
