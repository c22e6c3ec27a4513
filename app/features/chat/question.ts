import { formatDateTime } from "~/lib/dates";
import { useRequest } from "~/ui/request";

/** What a page leads to a question about: a reference, or the time of a movement without one (epoch milliseconds). */
export type About = string | number | null;

/** Reads `?about=`: a reference that is spelled like one of ours, or the time of a movement (ISO 8601 in UTC). */
export function aboutOf(request: Request): About {
  const about = new URL(request.url).searchParams.get("about");
  if (about !== null && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(about)) return Date.parse(about) || null;
  return about !== null && /^[A-Za-z\d][A-Za-z\d-]{3,39}$/.test(about) ? about : null;
}

/** What the field begins with: the question about this, for the person to complete; null: there is none. */
export function useQuestion(about: About): string | null {
  const { t, site } = useRequest();
  if (about === null) return null;
  return typeof about === "number"
    ? t("chat:aboutTime", { time: formatDateTime(about, site.timeZone) })
    : t("chat:about", { reference: about });
}
