import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** What asks for another protocol. HTTP2-Settings belongs to `Upgrade: h2c`. */
const ASKING = /^(connection|upgrade|http2-settings)$/i;

/** Requests of one connection that ask for another protocol. No client needs a second one. */
const MAX_ASKED = 10;

/**
 * Passes WebSockets that are `ours` on to `accept`. Any other request that asks for another protocol, such as h2c, is
 * answered as if it had not asked (RFC 9110, 7.8): as soon as anything listens for upgrades, Node leaves them unanswered.
 */
export function takeUpgrades(
  server: Server,
  ours: (request: IncomingMessage) => boolean,
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const asked = new WeakMap<Duplex, number>();
  server.on("upgrade", (request, socket, head) => {
    // Until someone else listens, nobody hears that the connection broke, and an error that nobody hears ends the process.
    const broken = () => socket.destroy();
    socket.on("error", broken);
    if (request.headers.upgrade?.toLowerCase() === "websocket" && ours(request)) return accept(request, socket, head);
    const times = (asked.get(socket) ?? 0) + 1;
    // Each begins the connection anew, and what follows is read however much of it waits.
    if (times > MAX_ASKED) return void socket.destroy();
    asked.set(socket, times);
    // Its body and what follows it are still to be read, so the connection begins again with what the request would be.
    socket.unshift(Buffer.concat([Buffer.from(plainHead(request), "latin1"), head]));
    // Later, because this one is not quite over.
    setImmediate(() => {
      if (socket.destroyed) return;
      server.emit("connection", socket);
      socket.off("error", broken);
    });
  });
}

function plainHead({ method, url, httpVersion, headers, rawHeaders }: IncomingMessage): string {
  const ends = /\bclose\b/i.test(headers.connection ?? "");
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !ASKING.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [`${method} ${url} HTTP/${httpVersion}`, ...lines, ...(ends ? ["Connection: close"] : []), "", ""].join(
    "\r\n",
  );
}
