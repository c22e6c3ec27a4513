import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);

type Moment = number | string | Date;

/** `DD/MM/YYYY HH:mm:ss` in the market's zone; the Gregorian year in every language. */
export const formatDateTime = (at: Moment, zone: string) => dayjs(at).tz(zone).format("DD/MM/YYYY HH:mm:ss");

/** `DD/MM/YYYY` in the market's zone. */
export const formatDate = (at: Moment, zone: string) => dayjs(at).tz(zone).format("DD/MM/YYYY");

/** `HH:mm` in the market's zone. */
export const formatTime = (at: Moment, zone: string) => dayjs(at).tz(zone).format("HH:mm");

/** ISO 8601 with the market's offset, for `<time datetime>`. */
export const isoTime = (at: Moment, zone: string) => dayjs(at).tz(zone).format();
