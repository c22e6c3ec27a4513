import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import { Refusal } from "../refusal";
import { authenticate } from "../wire/tokens";
import type { World } from "../world";
import { GUEST_ID } from "./conversations";
import { PREFIX } from "./hub";

const MAX_BYTES = 16_384;
/** Milliseconds after which somebody types no more who has not said so again. */
const TYPING_MS = 10_000;

interface Person {
  userId: string | null;
  guestId: string | null;
}

/** Who connects. @throws Refusal, whose code the client gets as `connect_error` */
function personOf(world: World, marker: string, { handshake }: Socket): Person {
  const { token, guestId } = handshake.auth as { token?: unknown; guestId?: unknown };
  if (handshake.headers["x-requested-with"] !== marker) throw new Refusal("KEY_INVALID");
  const { terminated, chatSocketDown, maintenance } = world.switches.current;
  if (terminated) throw new Refusal("account-gone");
  if (chatSocketDown || maintenance) throw new Refusal("INTERNAL_SERVER_ERROR");
  if (typeof token === "string") {
    return { userId: authenticate(world, token, handshake.address).id, guestId: null };
  }
  if (typeof guestId !== "string" || !GUEST_ID.test(guestId)) throw new Refusal("UNAUTHORIZED");
  return { userId: null, guestId };
}

/** Whether this socket could connect now. */
function isWelcome(world: World, marker: string, socket: Socket): boolean {
  try {
    return Boolean(personOf(world, marker, socket));
  } catch {
    return false;
  }
}

/** The socket of the operator's chat, on the sandbox's own server. It takes over `world.chat`. */
export function openChatSocket(world: World, server: HttpServer, marker: string): { close(): Promise<void> } {
  const io = new Server(server, { serveClient: false, maxHttpBufferSize: MAX_BYTES, perMessageDeflate: false });

  io.use((socket, next) => {
    try {
      (socket.data as Person) = Object.assign(socket.data, personOf(world, marker, socket));
      next();
    } catch (error) {
      next(new Error(error instanceof Refusal ? error.code : "INTERNAL_SERVER_ERROR"));
    }
  });

  io.on("connection", (socket) => {
    const { userId, guestId } = socket.data as Person;
    const owner = userId ?? guestId!;
    const own = PREFIX + owner;
    let typesUntil = 0;
    const type = (typing: boolean) => {
      const until = typing ? world.now() + TYPING_MS : 0;
      typesUntil = until;
      world.chat.typing.set(owner, until);
      socket.to(own).emit("typing", { sender: "customer", typing });
      if (typing) world.later(TYPING_MS, () => typesUntil === until && type(false));
    };
    socket.on("join", (asked: unknown, answer?: unknown) => {
      const isOwn = roomIn(asked) === own;
      if (isOwn) void socket.join(own);
      if (typeof answer === "function") answer(isOwn ? { ok: true } : { ok: false, message: "UNAUTHORIZED" });
    });
    socket.on("leave", (asked: unknown) => {
      if (roomIn(asked) === own) void socket.leave(own);
    });
    socket.on("typing", (asked: unknown) => {
      const typing = (asked as { typing?: unknown } | null)?.typing === true;
      if (roomIn(asked) === own) type(typing);
    });
    socket.on("disconnect", () => typesUntil > 0 && type(false));
  });

  world.chat.check = (owner) => {
    for (const socket of io.sockets.sockets.values()) {
      const { userId, guestId } = socket.data as Person;
      if (owner !== undefined && owner !== (userId ?? guestId)) continue;
      if (!isWelcome(world, marker, socket)) socket.disconnect(true);
    }
  };
  world.chat.emit = (owner, event, payload) => {
    // A token may have expired since.
    world.chat.check(owner);
    io.to(PREFIX + owner).emit(event, payload);
  };
  world.chat.drop = () => io.engine.clientsCount && io.sockets.sockets.forEach((socket) => socket.conn.close());
  return { close: () => new Promise((resolve) => void io.close(() => resolve())) };
}

const roomIn = (asked: unknown) => (asked as { room?: unknown } | null)?.room;
