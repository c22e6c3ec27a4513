/** Seconds → `h:mm:ss`; hours are not limited. */
export function formatElapsed(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [hours, ...[minutes, rest].map((part) => String(part).padStart(2, "0"))].join(":");
}
