import type { IncomingMessage, Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { takeUpgrades } from "../http/upgrades";
import type { Log } from "../log";
import { createCaps } from "./caps";
import { countPackets, cut, type Connection } from "./connection";
import { readEvent } from "./client-events";
import { capOf, type Caller } from "./handshake";
import { createShutOut, isRefused } from "./shut-out";
import type { Upstream, UpstreamEvents, Upstreams } from "./upstream";

/** Path of the browsers' sockets. */
export const RELAY_PATH = "/chat/socket";

/** An allowed event is small: a message is posted as a form. */
const MAX_BYTES = 16_384;
const PACE = { points: 10, duration: 10, keyPrefix: "chat" };
/** Unknown, malformed or too many events after which a socket is closed. */
const STRIKES = 3;
const CHECK_MS = 60_000;
/** A browser that does not read: it reloads the history when it comes back. */
const MAX_WAITING = 100;

/** What the relay needs of a conversation, for a browser. */
interface Conversations {
  /** The room that the operator knows this party by; null if there is no chat now. */
  roomOf(caller: Caller): Promise<string | null>;
  /** False: the operator has ended the session. */
  markRead(caller: Caller): Promise<boolean>;
  /** What a browser gets of an operator's event; null if it is nothing for this room. */
  shown(room: string, event: "message" | "read" | "typing", value: unknown): unknown;
}

interface Options {
  callerOf(request: IncomingMessage): Promise<Caller | null>;
  conversations: Conversations;
  openUpstreams(events: UpstreamEvents): Upstreams;
  /** Whether this address may open another socket now. */
  admits(request: IncomingMessage): Promise<boolean>;
  isClosing(): boolean;
  log: Log;
  checkMs?: number;
}

export interface Relay {
  attach(server: HttpServer): void;
  /** Closes the sockets of a session that has ended. */
  ended(owner: string): void;
  /** Closes the sockets of a member's other sessions. */
  othersEnded(memberId: string, owner: string): void;
  /** Open sockets. */
  count(): number;
  close(): void;
}

interface SocketData {
  caller: Caller;
  room: string;
  upstream: Upstream | null;
  strikes: number;
  /** The read mark that waits until this session may tell something again. */
  later?: NodeJS.Timeout;
}

const ownerRoom = (owner: string) => `owner:${owner}`;
const memberRoom = (id: string) => `member:${id}`;
const chatRoom = (room: string) => `chat:${room}`;

/** Relays the operator's chat to the browsers, each in the one room that its cookies open. */
export function createRelay({
  callerOf,
  conversations,
  openUpstreams,
  admits,
  isClosing,
  log,
  checkMs = CHECK_MS,
}: Options): Relay {
  type ChatSocket = Socket<Record<string, never>, Record<string, (value?: unknown) => void>, object, SocketData>;
  const io = new Server<Record<string, never>, Record<string, (value?: unknown) => void>, object, SocketData>({
    path: RELAY_PATH,
    serveClient: false,
    allowRequest: (request, answer) => void admit(request).then((code) => answer(code, code === null)),
    maxHttpBufferSize: MAX_BYTES,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: 10_000,
    transports: ["websocket", "polling"],
    // Whoever polls could not open a WebSocket. What arrives on one that only tries is seen by nobody here.
    allowUpgrades: false,
  });
  const callers = new WeakMap<IncomingMessage, Caller>();
  const caps = createCaps(capOf);
  const shutOut = createShutOut();
  const pace = new RateLimiterMemory(PACE);
  const upstreams = openUpstreams({
    heard(room, event, value) {
      const shown = conversations.shown(room, event, value);
      if (shown === null) return;
      const to = io.to(chatRoom(room));
      if (event === "typing") to.volatile.emit(event, shown);
      else to.emit(event, shown);
      void dropSlow(room);
    },
    live: (room, live) => void io.to(chatRoom(room)).emit("live", live),
    refused(room, code, auth) {
      io.to(chatRoom(room)).emit("refused", code === "account-gone" ? "gone" : "chat");
      // Nothing more is heard: the page learns why when it reads.
      for (const socket of socketsIn(room).filter(({ data }) => isRefused(data.caller, code, auth))) {
        shutOut.add(socket.data.caller);
        socket.disconnect(true);
      }
    },
  });

  async function admit(request: IncomingMessage): Promise<string | null> {
    try {
      if (isClosing()) return "closing";
      if (!(await admits(request))) return "limited";
      const caller = await callerOf(request);
      if (!caller) return "refused";
      if (caps.isFull(caller.keys)) return "full";
      callers.set(request, caller);
      return null;
    } catch (error) {
      log.error({ err: error }, "chat: a handshake failed");
      return "failed";
    }
  }

  const socketsIn = (room: string) =>
    [...(io.of("/").adapter.rooms.get(chatRoom(room)) ?? [])].flatMap((id) => io.of("/").sockets.get(id) ?? []);

  async function dropSlow(room: string) {
    for (const { conn } of socketsIn(room)) {
      const waiting = (conn as unknown as { writeBuffer?: unknown[] }).writeBuffer?.length ?? 0;
      if (waiting > MAX_WAITING) cut(conn as unknown as Connection);
    }
  }

  io.use((socket, next) => {
    const caller = callers.get(socket.request);
    if (!caller?.holds(socket.handshake.auth.token) || shutOut.has(caller)) return next(new Error("refused"));
    conversations.roomOf(caller).then(
      (room) => {
        if (room === null) return next(new Error("chat"));
        socket.data = { caller, room, upstream: null, strikes: 0 };
        next();
      },
      (error: unknown) => {
        log.error({ err: error }, "chat: no room");
        next(new Error("failed"));
      },
    );
  });

  io.on("connection", (socket) => {
    const { caller, room } = socket.data;
    const { identity, auth, owner } = caller;
    void socket.join([
      ownerRoom(owner),
      chatRoom(room),
      ...(identity.userId === null ? [] : [memberRoom(identity.userId)]),
    ]);
    const upstream = upstreams.join(room, auth);
    socket.emit("live", upstream?.isLive ?? false);
    socket.data.upstream = upstream;
    const check = setInterval(() => void stay(socket), checkMs);
    socket.onAny((name: string, ...values: unknown[]) => void heard(socket, name, values));
    socket.on("disconnect", () => {
      clearInterval(check);
      clearTimeout(socket.data.later);
      upstream?.leave();
    });
  });

  async function stay(socket: ChatSocket): Promise<boolean> {
    const isCurrent = await socket.data.caller.isCurrent().catch(() => true);
    if (!isCurrent) socket.disconnect(true);
    return isCurrent;
  }

  async function heard(socket: ChatSocket, name: string, values: unknown[]) {
    const event = readEvent(name, values);
    const inPace = await pace.consume(socket.data.caller.owner).then(
      () => true,
      () => false,
    );
    // Two pages that show the same line both tell it. What was seen last must arrive.
    if (event?.name === "read" && !inPace) return readLater(socket);
    if (!event || !inPace) {
      socket.data.strikes += 1;
      if (socket.data.strikes >= STRIKES) socket.disconnect(true);
      return;
    }
    if (!(await stay(socket))) return;
    if (event.name === "typing") socket.data.upstream?.typing(event.typing);
    else await read(socket.data.caller);
  }

  function readLater({ data }: ChatSocket) {
    data.later ??= setTimeout(() => {
      data.later = undefined;
      void read(data.caller);
    }, PACE.duration * 1000).unref();
  }

  const end = (owner: string) => io.in(ownerRoom(owner)).disconnectSockets(true);

  /** Of a session that the operator has ended, nothing more is heard: the page learns why when it reads. */
  async function read(caller: Caller) {
    try {
      if (!(await conversations.markRead(caller))) end(caller.owner);
    } catch (error) {
      log.warn({ err: error }, "chat: no read mark");
    }
  }

  return {
    attach(server) {
      io.attach(server);
      // Its own listener closes other connections that ask for an upgrade.
      server.removeAllListeners("upgrade");
      const isOurs = ({ url }: IncomingMessage) => url!.startsWith(`${RELAY_PATH}/`) && !/[?&]sid=/.test(url!);
      takeUpgrades(server, isOurs, (request, socket, head) => io.engine.handleUpgrade(request, socket, head));
      // Counted here and not at the request: between the two, other handshakes may have taken the last place.
      io.engine.on("connection", (connection: Connection) => {
        const keys = callers.get(connection.request)?.keys;
        if (!keys || !caps.take(keys)) return connection.close();
        connection.once("close", () => caps.give(keys));
        countPackets(connection);
      });
    },
    ended: end,
    othersEnded: (memberId, owner) => io.in(memberRoom(memberId)).except(ownerRoom(owner)).disconnectSockets(true),
    count: () => io.engine?.clientsCount ?? 0,
    close() {
      upstreams.close();
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}
