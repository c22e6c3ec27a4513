import type { Availability, Bonus } from "~/features/bonus/availability";
import { detailsPath } from "~/features/bonus/details-path";
import { howOften } from "~/features/bonus/terms";
import { formatDay } from "~/lib/dates";
import { Badge } from "~/ui/alert";
import { useRequest } from "~/ui/request";

interface Props {
  bonus: Availability &
    Pick<Bonus, "code" | "type" | "maxReceived"> & {
      title: string;
      /** Address of the operator's picture; null if pages may not load it. */
      image: string | null;
    };
}

/** A bonus of the list: a link to its details, unless it was received as often as allowed. */
export function BonusCard({ bonus }: Props) {
  const { t, assets } = useRequest();
  const { code, title, image, state, again } = bonus;
  const isReceived = state === "received";
  // A first visit, which must be small, and lite mode show no pictures.
  const picture = assets.script && assets.css === null ? image : null;
  const content = (
    <>
      {picture && <img src={picture} alt="" width="690" height="300" loading="lazy" />}
      <div className="bonus-card-text">
        {state === "current" && <Badge tone="play">{t("bonus:current")}</Badge>}
        {isReceived && <Badge icon="check">{t("bonus:received")}</Badge>}
        <h3>{title}</h3>
        <p>
          {howOften(bonus, t)}
          {again && ` · ${t("bonus:again", { day: formatDay(again) })}`}
        </p>
      </div>
    </>
  );
  if (isReceived)
    return (
      <div className="bonus-card" data-state="received">
        {content}
      </div>
    );
  return (
    <a className="bonus-card" href={detailsPath(code)}>
      {content}
    </a>
  );
}
