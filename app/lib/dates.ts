import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import type { TimeZone } from "../../server/config/config";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Milliseconds. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type Moment = number | string | Date;
type Part = "day" | "month" | "year" | "hour" | "minute" | "second" | "timeZoneName";

const TWO = "2-digit" as const;
const formatter = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: TWO,
    day: TWO,
    hour: TWO,
    minute: TWO,
    second: TWO,
    timeZoneName: "longOffset",
  });

/** The zones of the markets. Making a formatter takes as long as some hundred uses of it. */
const FORMATTERS = { "Asia/Bangkok": formatter("Asia/Bangkok"), "Asia/Vientiane": formatter("Asia/Vientiane") };

/** The clock of the zone, in digits; the Gregorian year in every language. */
function clock(at: Moment, zone: TimeZone) {
  const parts = FORMATTERS[zone].formatToParts(new Date(at));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}

/** `DD/MM/YYYY HH:mm:ss` in the market's zone; the Gregorian year in every language. */
export function formatDateTime(at: Moment, zone: TimeZone) {
  const { day, month, year, hour, minute, second } = clock(at, zone);
  return `${day}/${month}/${year} ${hour}:${minute}:${second}`;
}

/** `DD/MM/YYYY` in the market's zone. */
export const formatDate = (at: Moment, zone: TimeZone) => formatDateTime(at, zone).slice(0, 10);

/** `HH:mm` in the market's zone. */
export const formatTime = (at: Moment, zone: TimeZone) => formatDateTime(at, zone).slice(11, 16);

/** ISO 8601 with the market's offset, for `<time datetime>`. */
export function isoTime(at: Moment, zone: TimeZone) {
  const { day, month, year, hour, minute, second } = clock(at, zone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offsetOf(at, zone)}`;
}

/** `+07:00`: how far the zone's clock is from UTC. */
export const offsetOf = (at: Moment, zone: TimeZone) => clock(at, zone).timeZoneName.slice(3) || "+00:00";

/** `YYYY-MM-DD`: the day it is in the market's zone. */
export const dayOf = (at: Moment, zone: TimeZone) => isoTime(at, zone).slice(0, 10);

/** Epoch milliseconds of the midnight that begins a day (`YYYY-MM-DD`) in the market's zone. */
export const startOfDay = (day: string, zone: TimeZone) => dayjs.tz(`${day}T00:00:00`, zone).valueOf();
