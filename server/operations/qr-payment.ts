import { WALLET } from "../operator/contract/transfer";
import { explained } from "./balances";
import { authOf } from "./core";
import type { Core, Caller } from "./core";
import { lookAt } from "./evidence";
import type { OpRecord } from "./types";

/**
 * Whether a QR was paid before it was closed: by its own deposit, or because the main wallet has changed by something that
 * the statement does not show yet. Null if that cannot be told. Never throws.
 */
export async function wasPaid(core: Core, caller: Caller, op: OpRecord): Promise<boolean | null> {
  const { base } = op;
  if (base.balances[WALLET] === undefined) return null;
  try {
    const { rows, balances } = await lookAt(core, authOf(caller, op.id), op);
    const wallet = balances[WALLET];
    if (!rows || wallet === undefined) return null;
    const isPayment = ({ statementType, status, amount, mark }: (typeof rows)[number]) =>
      statementType === "deposit" && status === "SUCCESS" && amount === base.qrAmount && !base.seen.includes(mark);
    if (rows.some(isPayment)) return true;
    const ledger = { base, rows, own: new Set<string>(), earlier: new Set<string>() };
    return explained(ledger, WALLET, wallet - base.balances[WALLET]) ? false : null;
  } catch {
    return null;
  }
}
