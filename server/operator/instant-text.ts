const WRITTEN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:(Z)|([+-]\d\d):?(\d\d))?$/i;
const EPOCH = /^(?:\d{10}|\d{13})$/;

/**
 * The ISO 8601 text of a time that is written differently: without a zone, without seconds, or as epoch seconds or
 * milliseconds. Null if it can be read in more than one way, such as a day without a time.
 * @param offset what a time without a zone is in, such as `+07:00`
 */
export function instantText(text: string, offset: string): string | null {
  if (EPOCH.test(text)) return new Date(Number(text.padEnd(13, "0"))).toISOString();
  const [found, day, minutes, seconds = ":00", utc, hours, rest] = WRITTEN.exec(text) ?? [];
  if (!found) return null;
  return `${day}T${minutes}${seconds}${utc ? "Z" : hours ? `${hours}:${rest}` : offset}`;
}

/** The offset of a time zone without daylight saving time, such as `+07:00`. */
export function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")!.value.slice("GMT".length) || "+00:00";
}
