import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type ClientOptions, type OperatorClient } from "../../server/operator/client";

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** Source port of the request: requests with the same port share a connection. */
  port: number;
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An HTTP server with answers set by the test, and a client for it. */
export async function scriptedOperator(options: Partial<ClientOptions> = {}) {
  const received: Received[] = [];
  const script: Answer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers, socket } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString(), port: socket.remotePort ?? 0 });
      const answer = script.length > 1 ? script.shift() : script[0];
      answer?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: object[] = [];
  const log = { info: (facts: object) => void logged.push(facts), warn: (facts: object) => void logged.push(facts) };
  const client: OperatorClient = createClient({ baseUrl: origin, marker: "wallet-user", log, ...options });
  return {
    origin,
    client,
    received,
    logged,
    /** Sets the next answers: each is used once, the last one repeatedly. */
    answers: (...next: Answer[]) => {
      script.splice(0, script.length, ...next);
      received.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await Promise.all([client.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const raw =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const code = (status: number, message: string) => json(status, { message });
export const reset: Answer = (response) => void response.socket?.resetAndDestroy();
export const silence: Answer = () => {};
/** Announces more bytes than it sends before it disconnects. */
export const truncated: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"message":"SUCC', () => response.socket?.destroy());
};
/** Sends single bytes endlessly, so that an idle timeout would never end it. */
export const trickle: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
};
