import type { Socket } from "socket.io-client";
import { connected, openSocket, type Browser } from "../support/chat-socket";
import type { Product } from "../support/product";
import { Visitor } from "../support/visitor";

/** A guest's browser with a conversation, each at an address of its own. */
export interface Guest extends Browser {
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
    guests.push({ visitor, token, address });
  }
  return guests;
}

/** Opens a socket of the chat, at the product or at `url`; it resolves when it is connected, or refused. */
export async function socketOf(guest: Guest, url?: string): Promise<Socket> {
  const { socket } = openSocket(guest, { address: guest.address, url });
  await connected(socket);
  return socket;
}
