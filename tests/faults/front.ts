import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Where a connection between browser and product is cut.
 * `before`: nothing of the request arrives. `middle`: half of its body does. `answer`: it arrives, and its answer does not.
 */
export type Step = "before" | "middle" | "answer";

export interface Front {
  url: string;
  /** Cuts the next request that matches (`POST /user/chat`). */
  cut(matches: RegExp, step: Step): void;
  /** Cuts the next `count` chat sockets after so many pieces of the product have passed; 0: at the handshake. */
  cutSockets(count: number, pieces: number): void;
  /** Cuts all chat sockets now. */
  dropSockets(): void;
  close(): Promise<void>;
}

/** Starts a server between browsers and the product at `target()` that cuts connections. */
export async function startFront(target: () => string): Promise<Front> {
  let armed: { matches: RegExp; step: Step }[] = [];
  let socketCuts: number[] = [];
  const sockets = new Set<Duplex>();

  const server = createServer((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`;
    const rule = armed.find(({ matches }) => matches.test(what));
    armed = armed.filter((one) => one !== rule);
    const reset = () => void incoming.socket.destroy();
    if (rule?.step === "before") return reset();
    const upstream = request(new URL(incoming.url!, target()), { method: incoming.method, headers: incoming.headers });
    upstream.on("error", reset);
    upstream.on("response", (answer) => {
      if (rule) return reset();
      // On a connection that was open before, browsers repeat by themselves what is cut.
      outgoing.writeHead(answer.statusCode!, { ...answer.headers, connection: "close" });
      answer.on("error", reset).pipe(outgoing);
    });
    outgoing.on("close", () => upstream.destroy());
    if (rule?.step === "middle") return halfOf(incoming, upstream, reset);
    incoming.pipe(upstream);
  });

  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const pieces = socketCuts.shift();
    if (pieces === 0) return socket.destroy();
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on("error", () => undefined).on("close", () => (socket.destroy(), upstream.destroy(), sockets.delete(end)));
    }
    const lines = incoming.rawHeaders.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `)).join("");
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines}\r\n`);
    upstream.write(head);
    let passed = 0;
    upstream.on("data", () => {
      passed += 1;
      if (passed === pieces) setImmediate(() => socket.destroy());
    });
    socket.pipe(upstream).pipe(socket);
  });

  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: (matches, step) => void armed.push({ matches, step }),
    cutSockets: (count, pieces) => void (socketCuts = Array<number>(count).fill(pieces)),
    dropSockets() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes half of a body on, then both connections are gone. */
function halfOf(incoming: IncomingMessage, upstream: ReturnType<typeof request>, reset: () => void) {
  let left = Number(incoming.headers["content-length"] ?? 0) / 2;
  incoming.on("data", (bytes: Buffer) => {
    upstream.write(bytes.subarray(0, Math.max(0, left)));
    left -= bytes.length;
    if (left > 0) return;
    upstream.destroy();
    reset();
  });
}
