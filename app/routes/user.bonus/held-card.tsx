import type { Held } from "~/features/bonus/held";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";

/** The bonus that the member holds: how far it is from where it can be cancelled. `name`: of a bonus of the list. */
export function HeldCard({ held, name }: { held: Held; name: string | null }) {
  const { t, money, path } = useRequest();
  const { kind, canClear, minimum, total } = held;
  const above = minimum !== null && total !== null && total > minimum ? total - minimum : null;
  return (
    <section className="card" aria-labelledby="held">
      <div className="row">
        <span className="mark" data-tone="play">
          <Icon name="bonus" />
        </span>
        <div className="row-main">
          <h2 className="row-meta" id="held">
            {t("bonus:held")}
          </h2>
          <p>
            <strong>{name ?? t(kind)}</strong>
          </p>
        </div>
      </div>
      {minimum === null ? (
        <Alert tone="warn">
          <p>
            {t("bonus:distanceNotLoaded")} <a href={path}>{t("common:tryAgain")}</a>
          </p>
        </Alert>
      ) : (
        <>
          <Facts
            pairs={[
              [t("bonus:total"), <Holding key="total" amount={total} />],
              [t("bonus:threshold"), <Money key="threshold" amount={minimum} />],
              [
                t("bonus:above"),
                above === null || canClear
                  ? null
                  : t("bonus:aboveBy", { amount: money(above), percent: percentOf(above, total!) }),
              ],
            ]}
          />
          {above !== null && !canClear && (
            <progress className="progress" value={minimum} max={total!} aria-label={t("bonus:threshold")} />
          )}
        </>
      )}
      <Alert tone="info">
        <p>
          {t("bonus:heldMust")} {!canClear && t("bonus:endsOtherwise")}
        </p>
      </Alert>
      {canClear && (
        <ButtonLink variant="quiet" tone="bad" width="full" href="/user/bonus/clear">
          {t("bonus:cancel")}
        </ButtonLink>
      )}
    </section>
  );
}

/** A part of a whole in per cent, never rounded down to nothing or up to all of it. */
const percentOf = (part: number, whole: number) => Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
