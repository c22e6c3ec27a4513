import type { RouteHandle } from "~/root";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";

export const handle: RouteHandle = { title: "common:offlineTitle" };

/** What a browser shows in place of a page when there is no connection (`public/sw.js`). */
export default function Offline() {
  const t = useT();
  return (
    <main className="page" data-align="center" id="main">
      <HeroMark tone="warn" icon="warning" />
      <div className="stack" data-gap="small">
        <h1 className="title">{t("common:offlineTitle")}</h1>
        <p>{t("common:offlineBody")}</p>
      </div>
      <div className="stack" data-gap="small">
        {/* An empty address is that of the page that was asked for. */}
        <ButtonLink size="large" width="full" href="">
          {t("common:tryAgain")}
        </ButtonLink>
      </div>
    </main>
  );
}
