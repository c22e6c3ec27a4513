/**
 * Spends a little of a member's money and puts it back, to see what the operations engine would see: each step is sent
 * once, and has to leave exactly the row, or the QR code, that the engine takes as its proof.
 */
import type { OperatorAuth, OperatorPort } from "../operations/port";
import { spendOnQr } from "./spend-qr";
import { spendOnTransfers } from "./spend-transfers";
import type { Spending, Spent } from "./spending";

interface Options {
  /** Code of an open game account; undefined: there is none. */
  game: string | undefined;
  /** Of a QR provider; undefined: none is offered. */
  bankCode: string | undefined;
  rowMs: number;
}

/** Moves 1.00 to the game and back, asks for a transfer of more than there is, and makes and cancels a QR code. */
export async function spend(
  port: OperatorPort,
  auth: OperatorAuth,
  { game, bankCode, rowMs }: Options,
): Promise<Spent> {
  const spent: Spent = { tried: {}, why: {}, lags: {}, left: [] };
  const note: Spending["note"] = (call, ...found) => (spent.tried[call] ??= []).push(...found);
  const spending = { port, auth, spent, rowMs, note };
  if (game === undefined) spent.why.transfer = "the member has no open game account";
  else await spendOnTransfers(spending, game);
  if (bankCode === undefined)
    for (const call of ["createQr", "cancelQr"]) spent.why[call] = "no bank of the operator offers QR codes";
  else await spendOnQr(spending, bankCode);
  return spent;
}
