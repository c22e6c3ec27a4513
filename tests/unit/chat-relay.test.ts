import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createCaps } from "../../server/chat/caps";
import { readEvent } from "../../server/chat/client-events";
import { addressBehind } from "../../server/http/network";

describe("caps", () => {
  test("count all keys of what is open, or none", () => {
    const caps = createCaps((key) => (key === "network" ? 2 : 1));
    expect([caps.take(["a", "network"]), caps.take(["a", "network"]), caps.take(["b", "network"])]).toEqual([
      true,
      false,
      true,
    ]);
    expect(caps.isFull(["c", "network"])).toBe(true);
    caps.give(["a", "network"]);
    expect(caps.take(["c", "network"])).toBe(true);
  });
});

test.each([
  ["read", [], { name: "read" }],
  ["typing", [true], { name: "typing", typing: true }],
  ["typing", ["yes"], null],
  ["typing", [], null],
  ["read", [{ userId: "other" }], null],
  ["join", [{ room: "other" }], null],
  ["__proto__", [], null],
])("a browser's event %s %j is %j", (name, values, event) => expect(readEvent(name, values)).toEqual(event));

test.each([
  [0, "9.9.9.9", "1.1.1.1"],
  [1, "9.9.9.9", "9.9.9.9"],
  [1, "8.8.8.8, 9.9.9.9", "9.9.9.9"],
  [2, "8.8.8.8, 9.9.9.9", "8.8.8.8"],
  [3, "8.8.8.8", "8.8.8.8"],
  [1, undefined, "1.1.1.1"],
])("behind %d proxies that say %s, the browser's address is %s", (proxies, told, address) => {
  const request = { socket: { remoteAddress: "1.1.1.1" }, headers: { "x-forwarded-for": told } };
  expect(addressBehind(request as unknown as IncomingMessage, proxies)).toBe(address);
});
