const DAY = 24 * 3_600_000;
const TIME = /^(?:(\d{4}-\d\d-\d\d)(?:[ T]|$))?(\d{1,2}:\d\d(?::\d\d)?)?(?: ?(Z|[+-]\d\d:\d\d))?$/;

const parts = (at: number, timeZone: string) =>
  Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;

const offsetOf = (zoned: ReturnType<typeof parts>) => zoned.timeZoneName.replace("GMT", "") || "+00:00";
const dateOf = ({ year, month, day }: ReturnType<typeof parts>) => `${year}-${month}-${day}`;

/** `2026-11-22 14:03:05 +07:00` */
export function textOfTime(at: number, timeZone: string): string {
  const zoned = parts(at, timeZone);
  return `${dateOf(zoned)} ${zoned.hour}:${zoned.minute}:${zoned.second} ${offsetOf(zoned)}`;
}

/**
 * Reads `2026-11-22`, `2026-11-22 14:03`, `14:03:05` (today) and the same with an offset or `Z`; without one it is the
 * time of `timeZone`. Null if it is none of these.
 * @returns the first and the last millisecond of the day, minute or second that it names
 */
export function readTime(text: string, timeZone: string, now: number): { first: number; last: number } | null {
  const [match, date, clock, offset] = TIME.exec(text.trim()) ?? [];
  if (!match || (!date && !clock)) return null;
  const today = parts(now, timeZone);
  const time = (clock ?? "00:00").padStart(clock && /^\d:/.test(clock) ? clock.length + 1 : 0, "0");
  const first = Date.parse(`${date ?? dateOf(today)}T${time}${offset ?? offsetOf(today)}`);
  if (Number.isNaN(first)) return null;
  const length = !clock ? DAY : clock.split(":").length === 3 ? 1000 : 60_000;
  return { first, last: first + length - 1 };
}
