import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import type { TimeZone } from "../../server/config/config";

dayjs.extend(utc);
dayjs.extend(timezone);

/** When a day (`YYYY-MM-DD`) starts in the market's zone, in epoch milliseconds. Not in `dates.ts`, which the chat's script loads. */
export const startOfDay = (day: string, zone: TimeZone) => dayjs.tz(`${day}T00:00:00`, zone).valueOf();
