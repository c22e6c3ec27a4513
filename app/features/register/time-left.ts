import type { Translate } from "~/i18n";

/** How long is left, in the two largest units. */
export function timeLeft(t: Translate, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t("register:leftMinutes", { minutes });
  if (hours < 24) return t("register:leftHours", { hours, minutes: minutes % 60 });
  return t("register:leftDays", { days: Math.floor(hours / 24), hours: hours % 24 });
}
