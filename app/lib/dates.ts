import type { TimeZone } from "../../server/config/config";

/** Milliseconds. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Years of the Thai calendar are this much higher than Gregorian ones. */
export const BUDDHIST_YEARS = 543;

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

/** One formatter for each market's zone, made once: creating one takes as long as using it some hundred times. */
const FORMATTERS = { "Asia/Bangkok": formatter("Asia/Bangkok"), "Asia/Vientiane": formatter("Asia/Vientiane") };

/** The parts of a date and time in a zone, as digits; the year is Gregorian in every language. */
function clock(at: Moment, zone: TimeZone) {
  const parts = FORMATTERS[zone].formatToParts(new Date(at));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}

/** `DD/MM/YYYY HH:mm:ss` in the market's zone; the year is Gregorian in every language. */
export function formatDateTime(at: Moment, zone: TimeZone) {
  const { day, month, year, hour, minute, second } = clock(at, zone);
  return `${day}/${month}/${year} ${hour}:${minute}:${second}`;
}

/** `DD/MM/YYYY` in the market's zone. */
export const formatDate = (at: Moment, zone: TimeZone) => formatDateTime(at, zone).slice(0, 10);

/** `HH:mm` in the market's zone. */
export const formatTime = (at: Moment, zone: TimeZone) => formatDateTime(at, zone).slice(11, 16);

/** `HH:mm` in the market's zone, if that is on the same day as `now`; otherwise `DD/MM HH:mm`. */
export function formatRecent(at: Moment, now: Moment, zone: TimeZone) {
  const time = formatTime(at, zone);
  return dayOf(at, zone) === dayOf(now, zone) ? time : `${formatDate(at, zone).slice(0, 5)} ${time}`;
}

/** ISO 8601 with the market's offset, for `<time datetime>`. */
export function isoTime(at: Moment, zone: TimeZone) {
  const { day, month, year, hour, minute, second, timeZoneName } = clock(at, zone);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offsetIn(timeZoneName)}`;
}

const offsetIn = (timeZoneName: string) => timeZoneName.slice(3) || "+00:00";

/** The zone's offset from UTC, such as `+07:00`. */
export const offsetOf = (at: Moment, zone: TimeZone) => offsetIn(clock(at, zone).timeZoneName);

/** The date in the market's zone, as `YYYY-MM-DD`. */
export const dayOf = (at: Moment, zone: TimeZone) => isoTime(at, zone).slice(0, 10);

/** The day (`YYYY-MM-DD`) that is `days` later than `day`, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A day (`YYYY-MM-DD`) as members read it: `DD/MM/YYYY`. */
export const formatDay = (day: string) => day.split("-").reverse().join("/");
