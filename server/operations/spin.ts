import type { Core } from "./core";
import { lookAt, read } from "./evidence";
import { ABSENT, UNCLEAR, type Listed } from "./listed";
import type { OperatorAuth } from "./port";
import type { OpRecord } from "./types";

/**
 * Whether coins and coupons show that a spin happened: it takes a coin, and its prize, if it has one, is a new coupon. A
 * deposit may have brought a coin meanwhile.
 * @throws ReadFailed, TimedOut
 */
export async function findSpin(core: Core, auth: OperatorAuth, op: OpRecord): Promise<Listed> {
  const { coins, coupons } = await read(core, () => core.operator.prizes(auth));
  const before = op.base.prizes;
  if (!before) return UNCLEAR;
  const won = coupons.filter(({ id }) => !before.coupons.includes(id));
  const [coupon] = won.length === 1 ? won : [];
  const happened: Listed = {
    finding: "happened",
    output: { code: null, label: coupon?.label ?? null, remainingCoin: coins },
  };
  if (coins < before.coins) return happened;
  const { rows } = await lookAt(core, auth, op);
  const isDeposit = ({ statementType, mark }: NonNullable<typeof rows>[number]) =>
    statementType === "deposit" && !op.base.seen.includes(mark);
  const mayHaveGrown = !rows || rows.some(isDeposit);
  if (mayHaveGrown) return coupon ? happened : UNCLEAR;
  return coins === before.coins && won.length === 0 ? ABSENT : UNCLEAR;
}
