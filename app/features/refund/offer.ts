import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { totalOf } from "~/features/wallet/accounts";
import { HELD, refusedToday, type Offer } from "~/features/wallet/reward";
import type { TextKey } from "~/ui/request";

const WHY = ["errors:REFUND_INACTIVE", "errors:REFUND_CONDITION"] as const;

/** The refund, why it cannot be received now, and the operator's text about it as HTML that is not clean. */
export async function refundOffer(context: AppLoadContext): Promise<Offer & { info: string }> {
  const { operator } = context;
  const [check, wallet, refused] = await Promise.all([
    soft(operator.checkRefund()),
    soft(operator.getWallet()),
    refusedToday(context, "receiveRefund", "addRefundToWallet"),
  ]);
  const hindrance = (): TextKey | null => {
    if (!check) return null;
    const { bonus, refundAmount, result } = check;
    if (bonus) return HELD;
    if (refundAmount <= 0) return result ? "errors:REFUND_MINIMUM" : "errors:NO_REFUND";
    if (result) return null;
    // The check does not tell why; only a refusal does.
    return WHY.find((text) => text === `errors:${refused?.code}`) ?? "refund:notNow";
  };
  return {
    reward: check ? { amount: check.refundAmount, success: check.refundSuccess, fail: check.refundFail } : null,
    total: wallet ? totalOf(wallet) : null,
    hindrance: hindrance(),
    refusal: refused?.text ?? null,
    info: check?.info ?? "",
  };
}
