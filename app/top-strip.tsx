import { useRouteLoaderData } from "@remix-run/react";
import { formatElapsed } from "./lib/elapsed";
import { useRequest } from "./ui/request";

/** Above every page: whether its money is real, how long the member has been here, and the way to limits and breaks. */
export function TopStrip() {
  const { t, member, site, now } = useRequest();
  const { visitSince = now } = { ...(useRouteLoaderData("routes/user") as { visitSince?: number } | undefined) };
  if (!site.sandbox && !member) return null;
  const said = [site.sandbox && t("common:sandbox"), member && `${t("common:timeHere")} `];
  return (
    <aside className="strip" data-tone={site.sandbox ? "warn" : undefined}>
      {said.filter(Boolean).join(" · ")}
      {member && <time>{formatElapsed(Math.floor((now - visitSince) / 1000))}</time>}
      {site.deskOrigin && (
        <a href={`${site.deskOrigin}/desk`} target="_top">
          {t("common:desk")}
        </a>
      )}
      {member && <a href="/user/protection">{t("common:protection")}</a>}
    </aside>
  );
}
