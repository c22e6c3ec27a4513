import { PROOFS, type OpInput } from "../operations/proofs";
import type { QrView } from "../operations/port";
import type { Baseline } from "../operations/types";
import { misfit, NOTHING, outcomeOf, readUntil, unlessUnread, wordOf } from "./spending";
import type { Outcome, Spending } from "./spending";

/** Minor units: an amount that every provider makes a QR code for. */
const AMOUNT = 100_00;

const STILL = { createQr: "the new QR code", cancelQr: "no such QR code any more" } as const;
const MAY_BE_OPEN = "a QR code of 100.00 may be open: cancel it by hand";

/** Makes a QR code and cancels it, unless the member has an open one, which a new one would replace. */
export async function spendOnQr(spending: Spending, bankCode: string): Promise<void> {
  const { port, auth, spent } = spending;
  const open = await unlessUnread(spending, "findQr", "before", null, () => port.qr(auth, bankCode));
  if (open === null || open.hasQrcode) {
    const reason = open === null ? "the open QR code could not be read" : "the member has an open QR code";
    return void Object.assign(spent.why, { createQr: reason, cancelQr: reason });
  }
  const made = await step(spending, "createQr", { bankCode, amount: AMOUNT }, NOTHING);
  if (made.qr === null) {
    spent.why.cancelQr = "the new QR code was not found";
    if (made.outcome !== "not done") spent.left.push(MAY_BE_OPEN);
    return;
  }
  const { qrcodeId } = made.qr;
  const gone = await step(spending, "cancelQr", { bankCode, qrcodeId }, { ...NOTHING, qrcodeId });
  if (gone.qr === null) spent.left.push(MAY_BE_OPEN);
}

/** Sends an operation and waits for what it leaves. `qr`: what proves it; null: nothing does. */
async function step(
  spending: Spending,
  op: keyof typeof STILL,
  input: OpInput & { bankCode: string },
  base: Baseline,
): Promise<{ outcome: Outcome; qr: QrView | null }> {
  const { port, auth, spent, rowMs, note } = spending;
  const evidence = PROOFS[op].evidence as Extract<(typeof PROOFS)[typeof op]["evidence"], { by: "qr" }>;
  const result = await port.send(op, input, auth);
  const outcome = outcomeOf(result);
  note(op, ...(outcome === "done" ? [] : [misfit("SUCCESS", wordOf(op, result))]));
  return await unlessUnread(spending, op, "findQr", { outcome, qr: null }, async () => {
    const proves = (qr: QrView) => evidence.happened(qr, base, input);
    const began = performance.now();
    const qr = await readUntil(
      () => port.qr(auth, input.bankCode),
      (seen) => outcome === "not done" || proves(seen),
      rowMs,
    );
    if (!proves(qr)) {
      if (outcome === "done") note(op, misfit(STILL[op], "another state", "findQr"));
      return { outcome, qr: null };
    }
    spent.lags[op] = Math.round(performance.now() - began);
    return { outcome, qr };
  });
}
