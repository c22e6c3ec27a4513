import type { AppLoadContext } from "@remix-run/node";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { block } from "~/features/register/one-time-code";
import type { Wizard } from "../../server/context";
import { createLimits } from "../../server/http/rate-limit";

const MINUTE_MS = 60_000;
const BLOCK_MS = 15 * MINUTE_MS;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const make = () => createLimits({ redis: null, enabled: true, log: pino({ level: "silent" }) });

/** Blocks a number in a browser of its own. Returns until when its page says so, in epoch milliseconds. */
async function blockedUntil(limits: ReturnType<typeof make>, phone: string, seconds?: number) {
  let written: Wizard = {};
  const context = {
    now: Date.now(),
    wizard: { read: () => ({}), write: (wizard: Wizard) => void (written = wizard) },
    limit: (_rule: string, key: string) => limits.otpBlock(key),
  } as unknown as AppLoadContext;
  await block(context, phone, seconds);
  return written.blockedUntil;
}

test("a blocked number that is entered again, in any browser, waits no longer than at first", async () => {
  const limits = make();
  const start = Date.now();
  expect(await blockedUntil(limits, "0810000001")).toBe(start + BLOCK_MS);
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(await blockedUntil(limits, "0810000001")).toBe(start + BLOCK_MS);
  expect(await blockedUntil(limits, "0810000002")).toBe(start + 5 * MINUTE_MS + BLOCK_MS);
  vi.advanceTimersByTime(BLOCK_MS);
  expect(await blockedUntil(limits, "0810000001")).toBe(Date.now() + BLOCK_MS);
});

test("the operator's own time counts", async () => {
  expect(await blockedUntil(make(), "0810000001", 90)).toBe(Date.now() + 90_000);
});
