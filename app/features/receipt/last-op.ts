import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { OpView } from "../../../server/operations/types";
import type { Wallet } from "~/features/wallet/accounts";
import { DAY_MS } from "~/lib/dates";
import { gameNamesOf } from "./game-names";
import type { GameNames } from "./words";

/** What a money form shows of the member's last operation. */
export type LastOp = Pick<
  OpView,
  "id" | "op" | "state" | "code" | "text" | "input" | "output" | "startedAt" | "settled" | "received" | "legs"
> & { games: GameNames };

/**
 * The member's last operation and what became of it; null if it is older than a day.
 * @param wallet the page's own reading, for the names of games
 */
export async function lastOp(context: AppLoadContext, wallet: Promise<Wallet | undefined>): Promise<LastOp | null> {
  const last = await context.operations.last();
  if (!last || context.now - last.startedAt > DAY_MS) return null;
  const { id, op, state, code, text, input, output, startedAt, settled, received, legs } = last;
  const games = await gameNamesOf(context, await soft(wallet));
  return { id, op, state, code, text, input, output, startedAt, settled, received, legs, games };
}
