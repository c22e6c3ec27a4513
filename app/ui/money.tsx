import type { Currency } from "../../server/context";
import { currencySymbol, decimal, moneyParts, type Sign } from "~/lib/money";
import { useRequest } from "./request";

/** Characters of a whole amount, commas included, that fit into a large size, and into a narrow column. */
const LONG = { sized: "999,999,999".length, plain: "9,999,999".length };

interface Props {
  /** Minor units. */
  amount: number;
  /** Of its kind of movement; a negative amount has a minus in any case. */
  sign?: Exclude<Sign, "">;
  size?: "large" | "display";
  tone?: "good";
  currency?: Currency;
}

/** An amount with its currency, two decimals always. */
export function Money({ amount, sign, size, tone, currency }: Props) {
  const { member, site } = useRequest();
  const { sign: shown, whole, fraction } = moneyParts(amount, sign);
  return (
    <data
      className="money"
      value={decimal(amount)}
      data-size={size}
      data-tone={tone}
      data-long={whole.length > (size ? LONG.sized : LONG.plain) ? "" : undefined}
    >
      {shown}
      <span className="money-currency">{currencySymbol(currency ?? member?.currency ?? site.currencies[0]!)}</span>
      {whole}
      <span className="money-fraction">{fraction}</span>
    </data>
  );
}
