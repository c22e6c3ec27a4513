import { io, type Socket } from "socket.io-client";
import type { Product } from "../support/product";
import { Visitor } from "../support/visitor";

/** A guest's browser with a conversation, each at an address of its own. */
export interface Guest {
  cookie: string;
  token: string;
  address: string;
}

/** Guests of the built product, which trusts one proxy. A conversation begins with the first message. */
export async function guestsOf(product: Product, count: number): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = `198.${18 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`;
    const visitor = new Visitor(product.url, "br", () => ({ "X-Forwarded-For": address }));
    const page = await visitor.submit(await visitor.get("/chat"), { text: "Hello" });
    const token = /name="_t" value="([^"]+)"/.exec(page.text)![1]!;
    guests.push({ token, address, cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") });
  }
  return guests;
}

/** Opens a socket of the chat; it resolves when it is connected, or refused. */
export async function openSocket(origin: string, { cookie, token, address }: Guest): Promise<Socket> {
  const socket = io(origin, {
    path: "/chat/socket/",
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { cookie, origin, "x-forwarded-for": address },
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", () => resolve());
  });
  return socket;
}
