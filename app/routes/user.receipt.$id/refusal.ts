import type { Leg, OpView } from "../../../server/operations/types";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { factsOf } from "~/features/receipt/words";
import type { TextKey } from "~/ui/request";

/** A sentence with what it needs: `game` by its code, `amount` in minor units. */
export interface Sentence {
  key: TextKey;
  game: string;
  amount?: number;
}

/**
 * Where the money is, if a game or the bank was not reached. The operator has one code for all of it, whose own text is
 * about a transfer out of the wallet: that money comes back. Null: that text, or the one of another code, is right.
 */
export function stopped(op: OpView): (TextKey | Sentence)[] | null {
  const kept = keptBy(op);
  if (op.code !== "TRANSFER_FAIL") return null;
  switch (op.op) {
    case "transferAll":
      return ["receipt:keptWhy", ...kept];
    case "withdraw":
      return ["receipt:withdrawReturnedBody"];
    case "withdrawAll":
      if (kept.length > 0) return ["receipt:keptWithdrawal", ...kept];
      return isOpen(op.legs) ? ["receipt:someAway"] : ["receipt:withdrawReturnedBody"];
    case "transfer": {
      const { from } = factsOf(op.input);
      if (from === null || from === MAIN_WALLET || op.legs[0]?.state === "moved") return null;
      return isOpen(op.legs) ? ["receipt:gameAway"] : [{ key: "receipt:away", game: from }, ...kept];
    }
    default:
      return null;
  }
}

/** The games that kept what they had when it began. */
export function keptBy({ op, legs, input, before }: OpView): Sentence[] {
  const refusing = legs.filter(({ state }) => state === "not").map((leg) => leg.from);
  // A transfer of one step has no legs.
  const games = op === "transfer" && legs.length === 0 ? [factsOf(input).from] : refusing;
  return games.flatMap((game) => {
    const amount = game === null || game === MAIN_WALLET ? undefined : before[game];
    return game !== null && amount ? [{ key: "receipt:kept" as const, game, amount }] : [];
  });
}

const isOpen = (legs: readonly Leg[]) => legs.some(({ state }) => state === "open");
