import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { availabilityOf, type Availability } from "~/features/bonus/availability";
import { readHeld } from "~/features/bonus/held";
import { titleOf } from "~/features/bonus/title";
import { PromotionSearch } from "~/features/promotion/search-form";
import { pictureFrom } from "~/lib/picture";
import { plainLines } from "~/lib/plain-text";
import type { RouteHandle } from "~/root";
import { Alert } from "~/ui/alert";
import { Hub } from "~/ui/hub";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { BonusCard } from "./bonus-card";
import { HeldCard } from "./held-card";

export const handle: RouteHandle = { title: "bonus:title" };

/** What can be received comes before what was; otherwise the operator's order remains. */
const ORDER: Record<Availability["state"], number> = { current: 0, open: 1, received: 2 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site, now, markup } = context;
  const [list, held, current] = await Promise.all([
    soft(operator.listBonuses()),
    readHeld(context),
    soft(operator.currentPromotion()),
  ]);
  const bonuses = list?.map((bonus) => ({
    code: bonus.code,
    type: bonus.type,
    maxReceived: bonus.maxReceived,
    title: titleOf(bonus, markup),
    image: pictureFrom(bonus.banners[0]?.image ?? "", site.imageHosts),
    ...availabilityOf(bonus, now, site.timeZone),
  }));
  const promotion = current ? plainLines(markup(current.description)).join(" · ") || current.code || null : null;
  return {
    failed: list === undefined || held === undefined,
    bonuses: bonuses?.sort((one, other) => ORDER[one.state] - ORDER[other.state]) ?? null,
    // Undefined would be missing in the data.
    held: held === undefined ? ("unread" as const) : held,
    promotion,
    // A link can bring a code, but only the member searches for it.
    promo: new URL(request.url).searchParams.get("promo") ?? undefined,
  };
}

/** The bonus that the member holds, or else the search for a promotion; and all bonuses. */
export default function BonusPage() {
  const { bonuses, held, promotion, promo } = useLoaderData<typeof loader>();
  const { t, path } = useRequest();
  const name = bonuses?.find(({ state }) => state === "current")?.title ?? null;
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <h1>{t("bonus:title")}</h1>
        {promotion && (
          <Alert tone="play">
            <p>
              <strong>{t("promotion:current")}</strong> {promotion}
            </p>
          </Alert>
        )}
        {held === "unread" && bonuses && (
          <Alert tone="warn" role="alert" focus>
            <p>
              {t("bonus:stateNotLoaded")} <a href={path}>{t("common:tryAgain")}</a>
            </p>
          </Alert>
        )}
        {held === null && (
          <div className="card">
            <PromotionSearch code={promo} />
          </div>
        )}
        {held && held !== "unread" && <HeldCard held={held} name={name} />}
        <section className="section" aria-labelledby="all">
          <h2 id="all">{t("bonus:all")}</h2>
          {bonuses === null && <NotLoaded title={t("bonus:notLoaded")} />}
          {bonuses?.length === 0 && (
            <div className="empty">
              <h3>{t("bonus:none")}</h3>
              <p>{t("bonus:noneMore")}</p>
            </div>
          )}
          {bonuses && bonuses.length > 0 && (
            <ul className="stack" data-gap="small">
              {bonuses.map((bonus) => (
                <li key={bonus.code}>
                  <BonusCard bonus={bonus} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </main>
    </Hub>
  );
}
