import type { Markup as Clean } from "../../../server/context";
import { BeforeReceiving } from "~/features/bonus/before-receiving";
import { formatPercent } from "~/lib/percent";
import { Badge } from "~/ui/alert";
import { Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Markup } from "~/ui/markup";
import { useT } from "~/ui/request";

interface Props {
  promotion: { code: string; percentFail: number; description: Clean; notice?: Clean | null | undefined };
  /** Whether the member holds a bonus, so that it cannot be received now. */
  holdsOne: boolean;
}

/** A promotion, its terms, and what it blocks. */
export function Found({ promotion: { code, percentFail, description, notice }, holdsOne }: Props) {
  const t = useT();
  return (
    <>
      <section className="card" aria-labelledby="found">
        <div className="row">
          <span className="mark" data-tone="play">
            <Icon name="bonus" />
          </span>
          <div className="row-main">
            <h2 id="found">{code}</h2>
            {!holdsOne && <p className="row-meta">{t("promotion:ready")}</p>}
          </div>
          <Badge tone="good" icon="check">
            {t("promotion:found")}
          </Badge>
        </div>
        <Markup html={description} />
        <Facts pairs={[[t("wallet:fail"), t("bonus:failsAt", { percent: formatPercent(percentFail) })]]} />
      </section>
      <BeforeReceiving notice={notice} page={`/user/promotion?code=${encodeURIComponent(code)}`} />
    </>
  );
}
