import type { AppLoadContext } from "@remix-run/node";
import { gameNames, type Wallet } from "~/features/wallet/accounts";
import type { GameNames } from "./words";

/**
 * The names of games by code, also of those that the wallet has no more, and while it cannot be read.
 * @param wallet the page's own reading, if there is one
 */
export const gameNamesOf = async (
  { lastKnown }: AppLoadContext,
  wallet: Pick<Wallet, "slots"> | null | undefined,
): Promise<GameNames> => ({
  ...(await lastKnown.games()),
  ...gameNames(wallet?.slots.filter(({ name }) => name)),
});
