import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Log } from "../log";
import { createLoginLimit, NO_LIMIT, type LoginAttempt, type LoginTry } from "./login-limit";
import { networkOf } from "./network";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All rate limits but those of sign-ins (`login-limit.ts`): `points` per `duration`, in seconds. */
const LIMITS = {
  otpSendOnce: { points: 1, duration: MINUTE },
  otpSendPhone: { points: 3, duration: 15 * MINUTE },
  otpSendDay: { points: 10, duration: DAY },
  otpSendAddress: { points: 20, duration: HOUR },
  otpSendAll: { points: 200, duration: MINUTE },
  otpOddAddress: { points: 3, duration: HOUR },
  otpOddAll: { points: 30, duration: DAY },
  otpBlock: { points: 1, duration: 15 * MINUTE },
  otpVerifyToken: { points: 5, duration: DAY },
  otpVerifyPhone: { points: 10, duration: HOUR },
  register: { points: 5, duration: HOUR },
  probeWizard: { points: 10, duration: HOUR },
  probeAddress: { points: 40, duration: HOUR },
  money: { points: 10, duration: MINUTE },
  credentials: { points: 5, duration: MINUTE },
  launch: { points: 10, duration: MINUTE },
  promotion: { points: 10, duration: MINUTE },
  chat: { points: 20, duration: MINUTE },
  slip: { points: 6, duration: 10 * MINUTE },
  upload: { points: 20, duration: 10 * MINUTE },
  page: { points: 600, duration: MINUTE },
  report: { points: 20, duration: MINUTE },
} as const;

/** What begins at once, of one address and in one container: other members wait for no more than these. */
const PACES = { page: { points: 2, duration: 0.1 }, upload: { points: 1, duration: 1 } } as const;

type LimitName = keyof typeof LIMITS;
export type Paced = keyof typeof PACES;

export interface Limits {
  /** Only wrong answers count: this takes a point before the call, and `end` gives it back after any other answer. */
  login(attempt: LoginAttempt): Promise<LoginTry>;
  otpSend(phone: string, address: string): Promise<number | null>;
  /** In addition to `otpSend`: codes to numbers that are no mobile numbers of the market, which can cost a lot. */
  otpSendOdd(address: string): Promise<number | null>;
  /** Null at the first refusal that a number is blocked, then the seconds that are left of 15 minutes. */
  otpBlock(phone: string): Promise<number | null>;
  otpVerify(otpToken: string, phone: string | null): Promise<number | null>;
  register(address: string, visitor: string): Promise<number | null>;
  /** A question to the operator whose answer tells whether a phone number or a bank account is in use. */
  probe(phone: string, address: string): Promise<number | null>;
  money(memberId: string): Promise<number | null>;
  /** Games opened, and credentials of games shown. */
  launch(memberId: string): Promise<number | null>;
  credentials(memberId: string): Promise<number | null>;
  /** Promotion codes that are looked up: nobody shall find one by trying. */
  promotion(memberId: string): Promise<number | null>;
  /** Messages to support. */
  chat(owner: string): Promise<number | null>;
  /** Slips that go on to the operator. */
  slip(memberId: string): Promise<number | null>;
  /** Uploads that begin, whatever becomes of them. */
  upload(memberId: string): Promise<number | null>;
  page(address: string): Promise<number | null>;
  /** Milliseconds until this address may begin another page or upload; 0: now. */
  pace(what: Paced, address: string): Promise<number>;
  report(address: string): Promise<number | null>;
}

interface LimitsOptions {
  redis: Redis | null;
  enabled: boolean;
  log: Log;
  /** This is a worker: its primary counts. */
  joins?: boolean;
}

/**
 * Rate limits, shared through Redis if there is one, and by workers through their primary, which runs `RateLimiterClusterMaster`. While Redis is unreachable each process counts on its own, with
 * half the points. Each method counts one attempt and returns null, or the seconds until the next one is allowed.
 */
export function createLimits({ redis, enabled, log, joins = false }: LimitsOptions): Limits {
  const own = (name: string, rule: Rule): RateLimiterAbstract =>
    new (joins ? RateLimiterCluster : RateLimiterMemory)({ ...rule, keyPrefix: name });
  const make = (name: string, rule: Rule) => (redis ? shared(redis, name, rule) : own(name, rule));
  const limiters = Object.fromEntries(Object.entries(LIMITS).map(([name, rule]) => [name, make(name, rule)])) as Record<
    LimitName,
    RateLimiterAbstract
  >;
  const pointsNow = (points: number) => (redis && redis.status !== "ready" ? halfOf(points) : points);
  const login = createLoginLimit(make, hashed, pointsNow);

  const paces = { page: own("pace", PACES.page), upload: own("pace-upload", PACES.upload) };

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
    async login(attempt) {
      if (!enabled) return NO_LIMIT;
      const failed = (error: unknown) => log.error({ err: error, limit: "login" }, "rate limit failed");
      try {
        const { wait, end } = await login(attempt);
        // The operator has answered: a point that cannot be given back must not spoil its answer.
        return { wait, end: (isWrong) => end(isWrong).catch(failed) };
      } catch (error) {
        failed(error);
        return { ...NO_LIMIT, wait: MINUTE };
      }
    },
    otpSend: (phone, address) =>
      takeAll(
        ["otpSendOnce", phone],
        ["otpSendPhone", phone],
        ["otpSendDay", phone],
        ["otpSendAddress", networkOf(address)],
        ["otpSendAll", "all"],
      ),
    otpSendOdd: (address) => takeAll(["otpOddAddress", networkOf(address)], ["otpOddAll", "all"]),
    otpBlock: (phone) => take("otpBlock", phone),
    otpVerify: (otpToken, phone) =>
      takeAll(
        ["otpVerifyToken", otpToken],
        ...(phone ? [["otpVerifyPhone", phone] satisfies [LimitName, string]] : []),
      ),
    register: (address, visitor) => take("register", `${networkOf(address)} ${visitor}`),
    probe: (phone, address) => takeAll(["probeWizard", phone], ["probeAddress", networkOf(address)]),
    money: (memberId) => take("money", memberId),
    launch: (memberId) => take("launch", memberId),
    credentials: (memberId) => take("credentials", memberId),
    promotion: (memberId) => take("promotion", memberId),
    chat: (owner) => take("chat", owner),
    slip: (memberId) => take("slip", memberId),
    upload: (memberId) => take("upload", memberId),
    page: (address) => take("page", networkOf(address)),
    pace: async (what, address) => {
      if (!enabled) return 0;
      const refusal = await paces[what].consume(networkOf(address)).then(
        () => null,
        (beyond: RateLimiterRes) => beyond,
      );
      return refusal ? Math.max(1, refusal.msBeforeNext) : 0;
    },
    report: (address) => take("report", networkOf(address)),
  };
}

/** Keeps phone numbers and codes out of the store. */
const hashed = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);

type Rule = { points: number; duration: number };

const halfOf = (points: number) => Math.max(1, Math.floor(points / 2));

function shared(redis: Redis, keyPrefix: string, rule: Rule): RateLimiterAbstract {
  const fallback = new RateLimiterMemory({ ...rule, points: halfOf(rule.points), keyPrefix });
  return new RateLimiterRedis({
    ...rule,
    keyPrefix: `limit:${keyPrefix}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: fallback,
  });
}
