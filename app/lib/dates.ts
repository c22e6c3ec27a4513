import type { TimeZone } from "../../server/config/config";

/** Milliseconds. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Years of the Thai calendar are this much higher than Gregorian ones. */
export const BUDDHIST_YEARS = 543;

type Moment = number | string | Date;

/**
 * Each market's zone as ISO 8601 writes its offset. Neither has had another since 1970, so that sums of milliseconds do:
 * making an `Intl.DateTimeFormat` takes a slow phone a tenth of a second.
 */
const OFFSETS: Record<TimeZone, string> = { "Asia/Bangkok": "+07:00", "Asia/Vientiane": "+07:00" };

/** The zone's offset from UTC, such as `+07:00`. */
export const offsetOf = (zone: TimeZone) => OFFSETS[zone];

/** ISO 8601 with the market's offset, for `<time datetime>`. Throws a `RangeError` if `at` is no time. */
export function isoTime(at: Moment, zone: TimeZone) {
  const offset = offsetOf(zone);
  const ahead = -Date.parse(`1970-01-01T00:00:00${offset}`);
  return new Date(new Date(at).getTime() + ahead).toISOString().replace(/\.\d+Z$/, offset);
}

/** The date in the market's zone, as `YYYY-MM-DD`. */
export const dayOf = (at: Moment, zone: TimeZone) => isoTime(at, zone).split("T")[0]!;

/** `HH:mm:ss` in the market's zone. */
const secondOf = (at: Moment, zone: TimeZone) => isoTime(at, zone).split("T")[1]!.slice(0, 8);

/** A day (`YYYY-MM-DD`) as members read it: `DD/MM/YYYY`. The year is Gregorian in every language. */
export const formatDay = (day: string) => day.split("-").reverse().join("/");

/** `DD/MM/YYYY` in the market's zone. */
export const formatDate = (at: Moment, zone: TimeZone) => formatDay(dayOf(at, zone));

/** `HH:mm` in the market's zone. */
export const formatTime = (at: Moment, zone: TimeZone) => secondOf(at, zone).slice(0, 5);

/** `DD/MM/YYYY HH:mm:ss` in the market's zone. */
export const formatDateTime = (at: Moment, zone: TimeZone) => `${formatDate(at, zone)} ${secondOf(at, zone)}`;

/** `HH:mm` in the market's zone, if that is on the same day as `now`; otherwise `DD/MM HH:mm`. */
export function formatRecent(at: Moment, now: Moment, zone: TimeZone) {
  const time = formatTime(at, zone);
  return dayOf(at, zone) === dayOf(now, zone) ? time : `${formatDate(at, zone).slice(0, 5)} ${time}`;
}

/** The day (`YYYY-MM-DD`) that is `days` later than `day`, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
