import type { LastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { NoMoney } from "~/features/wallet/no-money";
import { useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";

interface Props {
  /** Whether the member has open games, so that only money is missing. */
  games: boolean;
  last: LastOp | null;
}

/** Instead of a form that could not be sent: what is missing, and where to get it. */
export function NothingToTransfer({ games, last }: Props) {
  const t = useT();
  return (
    <Sheet title={t("transfer:title")} back="/user/home">
      <SheetBody>
        <LastOperation op={last} />
        <NoMoney games={games} />
      </SheetBody>
    </Sheet>
  );
}
