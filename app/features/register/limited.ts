import type { AppLoadContext } from "@remix-run/node";
import type { LimitRule } from "../../../server/context";
import { formatDateTime } from "~/lib/dates";
import { message } from "~/lib/message";
import type { Fault } from "./steps";

const MINUTE_MS = 60_000;

/**
 * Counts one attempt before a call. Null, or the fault that a limit is reached; its text gives the day and time of the
 * next attempt, rounded up to a full minute, because some limits last for a day.
 */
export async function limited(context: AppLoadContext, rule: LimitRule, key: string): Promise<Fault | null> {
  const wait = await context.limit(rule, key);
  if (wait === null) return null;
  const { now, site } = context;
  const time = formatDateTime(now + wait * 1000 + MINUTE_MS - 1, site.timeZone).slice(0, 16);
  return { text: message("register:tooManyUntil", { time }), status: 429, retryAfter: wait };
}
