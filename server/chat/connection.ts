import type { IncomingMessage } from "node:http";

/** Packets of any kind in a window of as many milliseconds. */
const MAX_PACKETS = 60;
const PACKETS_MS = 10_000;

/** What carries a connection: polling, or a WebSocket. */
interface Transport {
  socket?: { terminate(): void; on(event: "ping" | "pong", then: () => void): void };
}

/** What is used of a connection of engine.io. */
export interface Connection {
  request: IncomingMessage;
  transport: Transport;
  /** @param discard whether what waits to be sent is thrown away instead of being waited for */
  close(discard?: boolean): void;
  on(event: "packet", then: () => void): void;
  once(event: "close", then: () => void): void;
}

/** Ends a connection at once: whoever does not read would not read the end, and what comes is not read any more. */
export function cut(connection: Connection) {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
}

/**
 * Cuts a connection that sends more packets than a page of ours has reasons for. What socket.io answers by itself, such as
 * a wish to join what does not exist, is no event, and costs no strike.
 */
export function countPackets(connection: Connection) {
  let packets = 0;
  let since = performance.now();
  const count = () => {
    const now = performance.now();
    if (now - since > PACKETS_MS) [packets, since] = [0, now];
    packets += 1;
    if (packets > MAX_PACKETS) cut(connection);
  };
  connection.on("packet", count);
  // A WebSocket answers pings by itself, and no browser sends either without being asked.
  connection.transport.socket?.on("ping", count);
  connection.transport.socket?.on("pong", count);
}
