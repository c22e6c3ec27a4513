import type { Currency } from "../../server/context";
import { currencySymbol, decimal, moneyParts } from "~/lib/money";
import { useRequest } from "./request";

interface Props {
  /** Minor units. */
  amount: number;
  sign?: "+" | "\u2212";
  size?: "large" | "display";
  tone?: "good";
  currency?: Currency;
}

/** An amount with its currency, two decimals always. */
export function Money({ amount, sign, size, tone, currency }: Props) {
  const { member, site } = useRequest();
  const { whole, fraction } = moneyParts(amount);
  return (
    <data className="money" value={decimal(amount)} data-size={size} data-tone={tone}>
      {sign}
      <span className="money-currency">{currencySymbol(currency ?? member?.currency ?? site.currencies[0]!)}</span>
      {whole}
      <span className="money-fraction">{fraction}</span>
    </data>
  );
}
