import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";
import type { Site } from "../../../server/context";
import { formatTime } from "~/lib/dates";

type SlipLookup = Output<(typeof lookup)["lookupSlip"]>;

/** When slips are not accepted. Times are HH:mm in the market's zone. */
export interface SlipHours {
  closed: boolean;
  from: string | null;
  to: string | null;
  /** Maximum age of a transfer. */
  withinMinutes: number;
}

const WITHIN_MINUTES = 60;

/** The hours from the operator, or else from the setting, or else none. `now` is epoch milliseconds. */
export function slipHours(lookup: SlipLookup | undefined, { slipClosed, timeZone }: Site, now: number): SlipHours {
  const named = lookup?.closedFrom && lookup.closedTo ? { from: lookup.closedFrom, to: lookup.closedTo } : null;
  const times = named ?? slipClosed;
  const bySetting = !named && slipClosed !== null && isWithin(slipClosed, formatTime(now, timeZone));
  return {
    closed: lookup?.isActive === false || bySetting,
    from: times?.from ?? null,
    to: times?.to ?? null,
    withinMinutes: lookup?.withinMinutes ?? WITHIN_MINUTES,
  };
}

/** Whether a time is in a period, which may include midnight. */
const isWithin = ({ from, to }: { from: string; to: string }, time: string) =>
  from <= to ? from <= time && time < to : from <= time || time < to;
