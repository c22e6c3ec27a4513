import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The network that an address counts as: an IPv4 address is its own, an IPv6 address its /64, because one customer gets
 * at least a /64 and can use a new address of it for each request.
 */
export function networkOf(told: string): string {
  // Some proxies tell the port, too.
  const address = told.replace(/^(?:(\d+(?:\.\d+){3})|\[(.+)\]):\d+$/, "$1$2");
  const [bare = ""] = address.split("%", 1);
  if (isIP(bare) !== 6) return address;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  return isMapped ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(":")}::/64`;
}

/** The address without what names a single device: an IPv4 address as its /24, an IPv6 address as its /48. */
export function shortAddress(address: string): string {
  const network = networkOf(address);
  if (isIP(network) === 4) return network.replace(/\d+$/, "0/24");
  return network.endsWith("::/64") ? `${network.split(":").slice(0, 3).join(":")}::/48` : "";
}

/**
 * The browser's address, for requests that Express does not see.
 * @param proxies whose word counts: each of them has added the address that it saw
 */
export function addressBehind({ socket, headers }: IncomingMessage, proxies: number): string {
  const told = String(headers["x-forwarded-for"] ?? "").split(",");
  const chain = [
    socket.remoteAddress ?? "",
    ...told
      .map((one) => one.trim())
      .filter(Boolean)
      .reverse(),
  ];
  return chain[Math.min(proxies, chain.length - 1)]!;
}

/** The eight groups, in lower case and without leading zeros. The URL parser knows all spellings of an address. */
function groupsOf(address: string): string[] {
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = spelled.split("::").map((part) => part.split(":").filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}

const dotted = (groups: string[]) =>
  groups
    .map((group) => parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
