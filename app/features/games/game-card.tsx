import { formatAmount } from "~/lib/money";
import { Holding } from "~/ui/holding";
import { useRequest } from "~/ui/request";

interface Props {
  code: string;
  name: string;
  /** Minor units of the member's currency; null: it could not be read. */
  amount: number | null;
  /** Game credits for one unit of currency; null: it could not be read. */
  rate: number | null;
  /** Addresses of the operator's pictures; null if pages may not load them. */
  logo: string | null;
  background: string | null;
  /** The member has hidden the amounts. */
  hidden?: boolean;
  /** Target; without one it is no link, and large. */
  href?: string;
}

/** An open game account. A first visit, which must be small, and one with `Save-Data: on` show no pictures. */
export function GameCard({ code, name, amount, rate, hidden, href, ...pictures }: Props) {
  const { t, assets } = useRequest();
  const { logo, background } = assets.script && assets.css === null ? pictures : { logo: null, background: null };
  const inside = (
    <>
      {background && <img className="game-card-art" src={background} alt="" width="300" height="211" loading="lazy" />}
      <span className="game-card-name">
        {logo ? <img src={logo} alt={name} width="72" height="36" loading="lazy" /> : name}
      </span>
      <span>
        {hidden ? (
          <span className="visually-hidden">{t("home:hidden")}</span>
        ) : (
          <Holding amount={amount} size={href ? undefined : "large"} />
        )}
        {!hidden && amount !== null && rate !== null && (
          <span className="game-card-credit">
            {t("home:credits", { credits: formatAmount(Math.round(amount * rate)) })}
          </span>
        )}
      </span>
    </>
  );
  const look = { className: "game-card", "data-art": artOf(code) };
  return href ? (
    <a {...look} href={href}>
      {inside}
    </a>
  ) : (
    <div {...look}>{inside}</div>
  );
}

/** One of the six drawings (1 to 6), always the same for a provider. */
const artOf = (code: string) => 1 + ([...code].reduce((hash, char) => (hash * 17 + char.charCodeAt(0)) % 997, 0) % 6);
