import { request as send, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";

/** Headers that are about one connection only. */
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|upgrade)$/i;

const ignore = () => {};

/**
 * Passes requests for `paths` on to the primary's `door`, a Unix socket: what must exist once for all workers. All others go
 * to `app`.
 */
export function forwarding(door: string, paths: readonly string[], app: RequestListener) {
  const upgraded = new Set<Duplex>();
  const isForwarded = ({ url = "" }: IncomingMessage) =>
    paths.some((path) => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`));

  const ask = (request: IncomingMessage, connection: object) => {
    const told = request.headers["x-forwarded-for"];
    const headers = {
      ...request.headers,
      ...connection,
      // The door sees no address: this worker adds the one that it sees, as a proxy does.
      "x-forwarded-for": [told, request.socket.remoteAddress ?? ""].filter(Boolean).join(", "),
    };
    return send({ socketPath: door, path: request.url, method: request.method, headers, agent: false });
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    // The primary must not close: Node ends a body with an empty write, which fails if the answer has come before.
    const asked = ask(request, { connection: "keep-alive" });
    asked.on("response", (answered) => {
      response.writeHead(answered.statusCode!, pairsOf(answered).flat());
      pipeline(answered, response, ignore);
    });
    asked.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on("close", () => asked.destroy());
    pipeline(request, asked, ignore);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const asked = ask(request, {});
    socket.on("error", () => socket.destroy());
    socket.on("close", () => asked.destroy());
    asked.on("upgrade", (answered, other: Duplex, otherHead: Buffer) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      const lines = pairsOf(answered, true).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
      socket.write(otherHead);
      other.write(head);
      pipeline(socket, other, socket, ignore);
    });
    asked.on("response", (answered) => {
      const lines = pairsOf(answered).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `HTTP/1.1 ${answered.statusCode} ${answered.statusMessage}\r\nConnection: close\r\n${lines.join("")}\r\n`,
      );
      pipeline(answered, socket, ignore);
    });
    asked.on("error", () => socket.destroy());
    asked.end();
  }

  return {
    listener: ((request, response) =>
      isForwarded(request) ? answer(request, response) : app(request, response)) satisfies RequestListener,
    isForwarded,
    upgrade,
    /** Ends what would never end by itself. */
    close: () => upgraded.forEach((socket) => socket.destroy()),
  };
}

/** The headers as they came, without those of the connection; an answer to an upgrade keeps them. */
function pairsOf({ rawHeaders }: IncomingMessage, keepsAll = false): [string, string][] {
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : [],
  );
  return keepsAll ? pairs : pairs.filter(([name]) => !OF_CONNECTION.test(name));
}
