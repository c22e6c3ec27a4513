import { io, type Socket } from "socket.io-client";
import type { Account } from "./desk";
import { signedIn } from "./demo";
import type { Product } from "./product";
import type { Visitor } from "./visitor";

/** A signed-in browser with the token of one of its pages. */
export interface Browser {
  visitor: Visitor;
  token: string;
}

export async function browserOf(product: Product, account: Account): Promise<Browser> {
  const { username, password } = account;
  const visitor = await signedIn(product, { username, password });
  const page = await visitor.get("/user/contact");
  return { visitor, token: /name="_t" value="([^"]+)"/.exec(page.text)![1]! };
}

/** What a socket got, in order. */
export type Heard = { event: string; value: unknown };

interface How {
  transports?: ("websocket" | "polling")[];
  /** null: none. Default: the product's. */
  origin?: string | null;
  /** The browser's address, for a product that trusts a proxy. */
  address?: string;
  /** Another server than the browser's. */
  url?: string;
}

/** Opens a chat socket as a browser would; it does not come back by itself. */
export function openSocket(
  { visitor, token }: Browser,
  { transports = ["websocket"], origin, address, url = visitor.origin }: How = {},
) {
  const heard: Heard[] = [];
  const socket = io(url, {
    path: "/chat/socket/",
    transports,
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: {
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(origin !== null && { origin: origin ?? visitor.origin }),
      ...(address && { "x-forwarded-for": address }),
    },
  });
  socket.onAny((event: string, value: unknown) => heard.push({ event, value }));
  return { socket, heard };
}

/** "connected", or why not. */
export const connected = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once("connect", () => resolve("connected"));
    socket.once("connect_error", (error) => resolve(error.message));
  });

/** The value of the next event of this name; of "disconnect", the reason. */
export const next = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));
