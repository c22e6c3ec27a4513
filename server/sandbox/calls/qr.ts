import QRCode from "qrcode";
import { contract } from "../../operator/contract";
import { refuseWhileBonusHeld } from "../ledger/bonuses";
import { newId, type Member } from "../ledger/members";
import { closeQr, openQrs, type Qr } from "../ledger/qrs";
import { qrMinimums } from "../market";
import { promptPay } from "../ledger/promptpay";
import { Refusal } from "../refusal";
import { texts } from "../texts";
import { implement, SUCCESS } from "../wire/implement";
import type { World } from "../world";

/** The PromptPay number that every QR of the sandbox pays to. */
const COLLECTION_PHONE = "0812223333";

const NONE = { qrcodeId: null, hasQrcode: false, qrcode: null, amount: null, expireIn: null, message: null };

/** QRs are PromptPay codes, so they are only for members whose currency is baht. Throws NO_BANK. */
function refuseUnknownProvider(member: Member, bankCode: string): void {
  if (!(bankCode in qrMinimums) || member.currency !== "BAHT") throw new Refusal("NO_BANK");
}

const shown = (world: World, { id, image, amount, expiresAt }: Qr) => ({
  qrcodeId: id,
  hasQrcode: true,
  qrcode: image,
  amount,
  expireIn: Math.ceil((expiresAt - world.now()) / 1000),
  message: null,
});

/** The operator's message if the payment provider declines this amount (minor units), else null. */
function objection(world: World, bankCode: string, amount: number): string | null {
  const { qrMinimum, qrClosed } = texts[world.market];
  const minimum = qrMinimums[bankCode]!;
  if (amount < minimum) return qrMinimum(String(minimum / 100));
  return world.switches.current.qrClosed.includes(bankCode) ? qrClosed : null;
}

export const qr = implement(contract.qr, {
  findQr: ({ world, member, input: { bankCode } }) => {
    refuseUnknownProvider(member, bankCode);
    const open = openQrs(world, member.id).find((qr) => qr.bankCode === bankCode);
    return open ? shown(world, open) : NONE;
  },

  createQr: async ({ world, member, input: { bankCode, amount } }) => {
    refuseUnknownProvider(member, bankCode);
    refuseWhileBonusHeld(world, member);
    const message = objection(world, bankCode, amount);
    if (message) return { ...NONE, message };
    if (world.switches.current.qrDown.includes(bankCode)) throw new Refusal("QR_FAIL");
    const payload = promptPay(COLLECTION_PHONE, amount);
    const image = (await QRCode.toString(payload, { type: "svg", errorCorrectionLevel: "M", margin: 2 })).trim();
    const now = world.now();
    const made: Qr = {
      id: newId(),
      member: member.id,
      bankCode,
      amount,
      payload,
      image,
      createdAt: now,
      expiresAt: now + world.switches.current.qrLifeMs,
      state: "open",
    };
    world.database.atomically(() => {
      for (const { id } of openQrs(world, member.id)) closeQr(world, id, "replaced");
      world.database.run(
        "INSERT INTO qr (id, member, bankCode, amount, payload, image, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        made.id,
        made.member,
        made.bankCode,
        made.amount,
        made.payload,
        made.image,
        made.createdAt,
        made.expiresAt,
      );
    });
    return shown(world, made);
  },

  cancelQr: ({ world, member, input: { bankCode: id } }) => {
    if (!openQrs(world, member.id).some((qr) => qr.id === id)) throw new Refusal("NO_DATA");
    closeQr(world, id, "cancelled");
    return SUCCESS;
  },
});
