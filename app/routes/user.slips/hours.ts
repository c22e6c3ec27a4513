import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";
import type { Site } from "../../../server/context";
import { formatTime } from "~/lib/dates";

type SlipLookup = Output<(typeof lookup)["lookupSlip"]>;

/** When slips are taken. Times are HH:mm in the market's zone. */
export interface SlipHours {
  closed: boolean;
  from: string | null;
  to: string | null;
  /** How old a transfer may be. */
  withinMinutes: number;
}

const WITHIN_MINUTES = 60;

/** As the operator says; where it names no times, as the setting says; else always. `now` in epoch milliseconds. */
export function slipHours(told: SlipLookup | undefined, { slipClosed, timeZone }: Site, now: number): SlipHours {
  const named = told?.closedFrom && told.closedTo ? { from: told.closedFrom, to: told.closedTo } : null;
  const times = named ?? slipClosed;
  const bySetting = !named && slipClosed !== null && isWithin(slipClosed, formatTime(now, timeZone));
  return {
    closed: told?.isActive === false || bySetting,
    from: times?.from ?? null,
    to: times?.to ?? null,
    withinMinutes: told?.withinMinutes ?? WITHIN_MINUTES,
  };
}

/** A window may go over midnight. */
const isWithin = ({ from, to }: { from: string; to: string }, time: string) =>
  from <= to ? from <= time && time < to : from <= time || time < to;
