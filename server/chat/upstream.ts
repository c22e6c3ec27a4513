import type { Socket } from "socket.io-client";
import type { Log } from "../log";

/** The operator's socket of one conversation. */
export interface Upstream {
  /** Whether the room hears the operator now. */
  readonly isLive: boolean;
  /** Somebody types here, or has stopped. It ends by itself after 10 s, and with leaving. */
  typing(typing: boolean): void;
  /** Leaves it. It stays open for a while, because a member who turns a page comes right back. */
  leave(): void;
}

/** Who speaks to the operator: the newest one of the room, because older tokens may have ended. */
export type UpstreamAuth = { token: string } | { guestId: string };

export interface UpstreamEvents {
  /** A conversation, a read mark or a typing mark, as the operator sent it. */
  heard(room: string, event: "message" | "read" | "typing", value: unknown): void;
  /** Whether the room hears the operator now. True after every join: what was sent in between must be read again. */
  live(room: string, live: boolean): void;
  /** The operator refuses the room to who has spoken for it. */
  refused(room: string, code: string, auth: UpstreamAuth): void;
}

interface Options extends UpstreamEvents {
  url: string;
  /** The header that marks our calls, as `name: value` pairs. */
  headers: Record<string, string>;
  log: Log;
  /** How long a room that everybody has left stays open. */
  lingerMs?: number;
  /** After how long a refused room is tried again for the first time, in milliseconds. */
  retryMs?: number;
  /** After how long without a key somebody types no more, in milliseconds. */
  typingMs?: number;
  /** How long a transport may take to open, in milliseconds. */
  connectMs?: number;
  /** Rooms at the same time. Members of more read the history instead. */
  most?: number;
}

export interface Upstreams {
  /** Joins a room of the operator, with one socket for all who are in it; null if there are too many rooms. */
  join(room: string, auth: UpstreamAuth): Upstream | null;
  close(): void;
}

const LINGER_MS = 30_000;
const MOST = 12_000;
/** From the specification: the transport tries again after half a second, without end. */
const RECONNECT_MS = 500;
const JOIN_MS = 10_000;
const CONNECT_MS = 10_000;
/** A refused room is tried again after this time, which doubles with each refusal up to the longest. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
const TYPING_MS = 10_000;
const EVENTS = ["message", "read", "typing"] as const;

interface Room {
  socket: Socket | null;
  auth: UpstreamAuth;
  users: number;
  /** Those of them who type now. */
  typists: Set<object>;
  isJoined: boolean;
  linger?: NodeJS.Timeout;
  /** The next try of a socket that does not come back by itself. */
  retry?: NodeJS.Timeout;
  /** Refusals in a row. */
  refusals: number;
}

/** Opens the operator's chat sockets. */
export function createUpstreams(options: Options): Upstreams {
  const { url, headers, log, lingerMs = LINGER_MS, retryMs = RETRY_MS, typingMs = TYPING_MS } = options;
  const { connectMs = CONNECT_MS, most = MOST } = options;
  const rooms = new Map<string, Room>();
  let isClosed = false;

  async function connect(name: string, room: Room) {
    // Only where somebody chats is the client loaded.
    const { io } = await import("socket.io-client");
    if (isClosed || rooms.get(name) !== room) return;
    let spoken = room.auth;
    const socket = io(url, {
      auth: (give) => give((spoken = room.auth)),
      extraHeaders: headers,
      transports: ["websocket", "polling"],
      // A proxy may refuse WebSockets.
      tryAllTransports: true,
      timeout: connectMs,
      perMessageDeflate: false as never,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MS,
      randomizationFactor: 0.5,
      forceNew: true,
    } as Parameters<typeof io>[1]);
    room.socket = socket;
    const lost = () => {
      if (!room.isJoined) return;
      room.isJoined = false;
      options.live(name, false);
    };
    const join = () =>
      socket
        .timeout(JOIN_MS)
        .emit("join", { room: name }, (late: Error | null, answer?: { ok?: boolean; message?: string }) => {
          if (rooms.get(name) !== room || socket.disconnected) return;
          if (late) return void socket.disconnect().connect();
          if (!answer?.ok) return refuse(answer?.message ?? "UNAUTHORIZED");
          room.isJoined = true;
          room.refusals = 0;
          options.live(name, true);
        });
    const again = (afterMs: number) => {
      clearTimeout(room.retry);
      // If everybody has left, the next who joins tries at once.
      room.retry = setTimeout(() => room.users > 0 && !socket.active && socket.connect(), afterMs).unref();
    };
    const refuse = (code: string) => {
      lost();
      if (room.refusals === 0) log.warn({ code: code.slice(0, 40) }, "the operator's chat refuses a room");
      options.refused(name, code, spoken);
      socket.disconnect();
      // An account that is gone does not come back.
      if (code === "account-gone") return;
      // Not all at once: an operator that comes back has refused many rooms together.
      const spread = 1 - Math.random() / 4;
      again(Math.min(retryMs * 2 ** room.refusals, LONGEST_RETRY_MS) * spread);
      room.refusals += 1;
    };
    socket.on("connect", join);
    socket.on("disconnect", (reason) => {
      lost();
      // The client does not come back from this one by itself.
      if (reason === "io server disconnect") again(RECONNECT_MS);
    });
    socket.on("connect_error", (error) => {
      // Some proxies swallow a WebSocket instead of refusing it.
      if (error.message === "timeout") socket.io.opts.transports = ["polling"];
      // An active socket tries again; the other one was refused by the operator, with a code.
      if (!socket.active) refuse(error.message);
    });
    for (const event of EVENTS) socket.on(event, (value: unknown) => options.heard(name, event, value));
  }

  function drop(name: string, room: Room) {
    rooms.delete(name);
    clearTimeout(room.retry);
    room.socket?.removeAllListeners();
    room.socket?.disconnect();
  }

  return {
    join(name, auth) {
      let room = rooms.get(name);
      if (!room) {
        if (isClosed || rooms.size >= most) return null;
        room = { socket: null, auth, users: 0, typists: new Set(), isJoined: false, refusals: 0 };
        rooms.set(name, room);
        void connect(name, room);
      }
      const joined = room;
      clearTimeout(joined.linger);
      joined.users += 1;
      joined.auth = auth;
      // It was refused, perhaps with an older token.
      if (joined.socket && !joined.socket.active) joined.socket.connect();
      let left = false;
      let pause: NodeJS.Timeout | undefined;
      const me = {};
      const tell = (typing: boolean) => {
        if (!joined.isJoined || !joined.socket) return;
        // The end must arrive.
        (typing ? joined.socket.volatile : joined.socket).emit("typing", { room: name, typing });
      };
      const stopTyping = () => {
        clearTimeout(pause);
        if (joined.typists.delete(me) && joined.typists.size === 0) tell(false);
      };
      return {
        get isLive() {
          return joined.isJoined;
        },
        typing(typing) {
          if (left) return;
          if (!typing) return stopTyping();
          clearTimeout(pause);
          pause = setTimeout(stopTyping, typingMs).unref();
          joined.typists.add(me);
          tell(true);
        },
        leave() {
          if (left) return;
          left = true;
          stopTyping();
          joined.users -= 1;
          if (joined.users > 0) return;
          joined.linger = setTimeout(() => drop(name, joined), lingerMs);
          joined.linger.unref();
        },
      };
    },
    close() {
      isClosed = true;
      for (const [name, room] of rooms) {
        clearTimeout(room.linger);
        drop(name, room);
      }
    },
  };
}
