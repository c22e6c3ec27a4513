import { MAIN_WALLET, type Account } from "~/features/wallet/accounts";
import { formatAmount, formatMoney } from "~/lib/money";
import { useRequest } from "~/ui/request";

/** The amount in game credits, if the rate is not 1. */
export function RatePreview({ source, target, amount }: { source?: Account; target?: Account; amount: number | null }) {
  const { t, member } = useRequest();
  const game = [target, source].find((account) => account && account.key !== MAIN_WALLET);
  if (!game || game.rate === null || game.rate === 1) return null;
  const facts = { one: formatMoney(100, member!.currency), rate: String(game.rate), game: game.name! };
  return (
    <p className="meta">
      {amount && game === target
        ? t("transfer:ratePreview", { ...facts, credits: formatAmount(Math.round(amount * game.rate)) })
        : t("transfer:rateOnly", facts)}
    </p>
  );
}
