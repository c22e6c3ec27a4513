import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Log } from "../log";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All rate limits: `points` per `duration`; after that the key is blocked for `blockDuration`. Times in seconds. */
const LIMITS = {
  loginPhone: { points: 5, duration: 15 * MINUTE, blockDuration: 15 * MINUTE },
  loginAddress: { points: 50, duration: 15 * MINUTE },
  otpSendOnce: { points: 1, duration: MINUTE },
  otpSendPhone: { points: 3, duration: 15 * MINUTE },
  otpSendDay: { points: 10, duration: DAY },
  otpSendAddress: { points: 20, duration: HOUR },
  otpSendAll: { points: 200, duration: MINUTE },
  otpVerifyToken: { points: 5, duration: DAY },
  otpVerifyPhone: { points: 10, duration: HOUR },
  register: { points: 5, duration: HOUR },
  money: { points: 10, duration: MINUTE },
  slip: { points: 6, duration: 10 * MINUTE },
  page: { points: 600, duration: MINUTE },
  report: { points: 20, duration: MINUTE },
} as const;

type LimitName = keyof typeof LIMITS;

/** Delay, in milliseconds, of logins from a busy address. Carrier NAT shares addresses, so they are not blocked. */
const LOGIN_DELAY_MS = 2000;

export interface Limits {
  /** Only failed logins count: this counts one attempt, `loginSucceeded` takes it back. Null, or seconds to wait. */
  login(phone: string, address: string): Promise<number | null>;
  loginSucceeded(phone: string, address: string): Promise<void>;
  otpSend(phone: string, address: string): Promise<number | null>;
  otpVerify(otpToken: string, phone: string | null): Promise<number | null>;
  register(address: string, visitor: string): Promise<number | null>;
  money(memberId: string): Promise<number | null>;
  slip(memberId: string): Promise<number | null>;
  page(address: string): Promise<number | null>;
  report(address: string): Promise<number | null>;
}

/**
 * Rate limits, shared through Redis if there is one. While Redis is unreachable each process counts on its own, with
 * half the points. Each method counts one attempt and returns null, or the seconds until the next one is allowed.
 */
export function createLimits({ redis, enabled, log }: { redis: Redis | null; enabled: boolean; log: Log }): Limits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, rule]) => [
      name,
      redis ? shared(redis, name, rule) : new RateLimiterMemory({ ...rule, keyPrefix: name }),
    ]),
  ) as Record<LimitName, RateLimiterAbstract>;

  const take = async (name: LimitName, key: string): Promise<number | null> => {
    if (!enabled) return null;
    try {
      await limiters[name].consume(hashed(key));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      log.error({ err: refusal, limit: name }, "rate limit failed");
      return MINUTE;
    }
  };
  /** Stops at the first limit that is exceeded; later ones are not counted. */
  const takeAll = async (...limits: [LimitName, string][]) => {
    for (const [name, key] of limits) {
      const seconds = await take(name, key);
      if (seconds !== null) return seconds;
    }
    return null;
  };

  return {
    async login(phone, address) {
      const seconds = await take("loginPhone", phone);
      if (seconds !== null) return seconds;
      if ((await take("loginAddress", address)) !== null) await wait(LOGIN_DELAY_MS);
      return null;
    },
    async loginSucceeded(phone, address) {
      if (!enabled) return;
      await limiters.loginPhone.delete(hashed(phone));
      await limiters.loginAddress.reward(hashed(address), 1);
    },
    otpSend: (phone, address) =>
      takeAll(
        ["otpSendOnce", phone],
        ["otpSendPhone", phone],
        ["otpSendDay", phone],
        ["otpSendAddress", address],
        ["otpSendAll", "all"],
      ),
    otpVerify: (otpToken, phone) =>
      takeAll(
        ["otpVerifyToken", otpToken],
        ...(phone ? [["otpVerifyPhone", phone] satisfies [LimitName, string]] : []),
      ),
    register: (address, visitor) => take("register", `${address} ${visitor}`),
    money: (memberId) => take("money", memberId),
    slip: (memberId) => take("slip", memberId),
    page: (address) => take("page", address),
    report: (address) => take("report", address),
  };
}

/** Keeps phone numbers and codes out of the store. */
const hashed = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);

type Rule = { points: number; duration: number; blockDuration?: number };

function shared(redis: Redis, keyPrefix: string, rule: Rule): RateLimiterAbstract {
  const fallback = new RateLimiterMemory({ ...rule, points: Math.max(1, Math.floor(rule.points / 2)), keyPrefix });
  return new RateLimiterRedis({
    ...rule,
    keyPrefix: `limit:${keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: fallback,
  });
}
