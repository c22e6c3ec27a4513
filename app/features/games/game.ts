import { redirect, type AppLoadContext } from "@remix-run/node";
import type { Wallet } from "~/features/wallet/accounts";

/** Path of a game's page. */
export const gamePage = (code: string) => `/user/games/${encodeURIComponent(code)}`;

/** Keeps the amount that was typed before another button of the game's page was pressed. */
export function keepAmount({ keepDraft }: AppLoadContext, page: string, form: FormData) {
  const amount = form.get("amount");
  if (typeof amount === "string" && amount !== "") keepDraft(page, { amount });
}

/** The game with this code, open or not. @throws Response 404 if there is none */
export function gameIn(wallet: Wallet, code: string) {
  const game = wallet.slots.find((slot) => slot.code === code);
  if (!game) throw new Response(null, { status: 404 });
  return { ...game, name: game.name || game.code };
}

/** The member's account with this game. @throws Response 404 if there is no such game, a redirect if it is not open yet */
export function openGameIn(wallet: Wallet, code: string) {
  const game = gameIn(wallet, code);
  if (!game.isActive) throw redirect(`${gamePage(code)}/open`, 303);
  return game;
}
