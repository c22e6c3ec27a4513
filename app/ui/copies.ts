import type { Translate } from "~/i18n";

/** The attributes of a button that copies `text`. It is shown only where scripts run (`app/enhance/copy.ts`). */
export const copies = (text: string, t: Translate) =>
  ({
    type: "button",
    "data-needs": "js",
    "data-copy": text,
    "data-copied": t("common:copied", { text }),
    "data-copy-failed": t("common:copyFailed"),
  }) as const;
