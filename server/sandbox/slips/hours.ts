import type { World } from "../world";

const DAY_MINUTES = 24 * 60;
const UTC_PLUS_7_MINUTES = 7 * 60;

const minutesOf = (time: string) => {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
};

/** Whether slips are accepted now, and the daily closing time (HH:mm, UTC+7). */
export function slipHours(world: World) {
  const { slipWindow, slipClosedFrom, slipClosedTo, slipWithinMinutes } = world.switches.current;
  const hours = { closedFrom: slipClosedFrom, closedTo: slipClosedTo, withinMinutes: slipWithinMinutes };
  if (slipWindow !== "daily") return { isActive: slipWindow === "open", ...hours };
  const now = (Math.floor(world.now() / 60_000) + UTC_PLUS_7_MINUTES) % DAY_MINUTES;
  const [from, to] = [minutesOf(slipClosedFrom), minutesOf(slipClosedTo)];
  // The window may span midnight.
  const isClosed = from <= to ? from <= now && now < to : from <= now || now < to;
  return { isActive: !isClosed, ...hours };
}
