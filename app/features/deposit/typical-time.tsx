import { MINUTE_MS } from "~/lib/dates";
import { useT } from "~/ui/request";

/** How long such deposits took lately, in milliseconds; nothing while too few were seen. */
export function TypicalTime({ ms }: { ms: number | null }) {
  const t = useT();
  if (ms === null) return null;
  return <p className="row-meta">{t("deposit:typical", { minutes: Math.max(1, Math.ceil(ms / MINUTE_MS)) })}</p>;
}
