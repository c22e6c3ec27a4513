import type { Translate } from "~/i18n";

/** What a browser said of itself, as its member would say it: "Chrome on Android". Null: it said nothing. */
export const deviceName = (t: Translate, { browser, system }: { browser: string | null; system: string | null }) =>
  browser && system ? t("sessions:device", { browser, system }) : (browser ?? system);
