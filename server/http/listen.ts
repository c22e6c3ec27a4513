import { UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { createServer, type RequestListener, type Server } from "node:http";

const SECOND = 1000;

/** An upload may take this long; for other forms `formBody` waits less. */
const REQUEST_MS = UPLOAD_TIMEOUT_MS + 10 * SECOND;

/** Starts listening with limits that slow or silent clients run into. Rejects when the port is taken. */
export function listen(app: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(
    { headersTimeout: 10 * SECOND, requestTimeout: REQUEST_MS, keepAliveTimeout: 65 * SECOND, maxHeaderSize: 16_384 },
    app,
  );
  // Longer than the slowest answer: an account write may take the operator 60 s.
  server.setTimeout(90 * SECOND);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}
