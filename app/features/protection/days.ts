import type { Translate } from "~/i18n";

/** The length of a break in words. */
export const daysText = (t: Translate, days: number) =>
  days === 1 ? t("protection:breakDay") : t("protection:breakDays", { days });
