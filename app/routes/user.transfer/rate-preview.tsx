import { MAIN_WALLET, type Account } from "~/features/wallet/accounts";
import { currencySymbol, formatAmount, formatShort } from "~/lib/money";
import { useRequest } from "~/ui/request";

/** Less than any part of a credit that counts: products of decimals may lie just below the exact number. */
const EXACT = 1e-6;

/** The amount in game credits, not rounded up, if the rate is not 1. */
export function RatePreview({ source, target, amount }: { source?: Account; target?: Account; amount: number | null }) {
  const { t, member } = useRequest();
  const game = [target, source].find((account) => account && account.key !== MAIN_WALLET);
  if (!game || game.rate === null || game.rate <= 0 || game.rate === 1) return null;
  const { money, credits } = rateText(game.rate);
  const facts = { money: currencySymbol(member!.currency) + money, credits, game: game.name! };
  return (
    <p className="meta">
      {t(credits === "1" ? "transfer:rateOne" : "transfer:rateMore", facts)}{" "}
      {amount !== null &&
        game === target &&
        t("transfer:willGet", { credits: formatAmount(Math.floor(amount * game.rate + EXACT)) })}
    </p>
  );
}

/** What money is worth: `₭1,000 = 1 credit` instead of `₭1 = 0.001 credits`, if that is exact. */
function rateText(rate: number) {
  const perCredit = Number((100 / rate).toFixed(6));
  return rate < 1 && Number.isInteger(perCredit)
    ? { money: formatShort(perCredit), credits: "1" }
    : { money: "1", credits: String(rate) };
}
