import QRCode from "qrcode";
import { contract } from "../../operator/contract";
import { refuseWhileBonusHeld } from "./bonus";
import { deposit } from "../ledger/deposits";
import { implement, SUCCESS } from "../wire/implement";
import { qrMinimums } from "../market";
import { memberById, newId, type Member } from "../ledger/members";
import { promptPay } from "../promptpay";
import { Refusal } from "../refusal";
import { texts } from "../texts";
import type { World } from "../world";

/** The account behind every QR of the sandbox. */
const COLLECTION_PHONE = "0812223333";

export interface Qr {
  id: string;
  member: string;
  bankCode: string;
  /** Minor units. */
  amount: number;
  payload: string;
  image: string;
  createdAt: number;
  expiresAt: number;
  state: "open" | "paid" | "cancelled" | "replaced";
}

const NONE = { qrcodeId: null, hasQrcode: false, qrcode: null, amount: null, expireIn: null, message: null };

/** QRs that can still be paid; of one member, or of all. */
export const openQrs = (world: World, memberId?: string): Qr[] =>
  world.database.all<Qr>(
    `SELECT * FROM qr WHERE state = 'open' AND expiresAt > ? AND member = COALESCE(?, member)
     ORDER BY createdAt DESC, rowid DESC`,
    world.now(),
    memberId ?? null,
  );

const close = ({ database }: World, id: string, state: Qr["state"]) =>
  void database.run("UPDATE qr SET state = ? WHERE id = ? AND state = 'open'", state, id);

/** The member's bank pays this QR: one deposit, and the QR is closed. False when it is not open. */
export function payQr(world: World, id: string): boolean {
  return world.database.atomically(() => {
    const qr = openQrs(world).find((open) => open.id === id);
    const member = qr && memberById(world, qr.member);
    if (!member) return false;
    close(world, id, "paid");
    deposit(world, member, { bankCode: qr.bankCode, amount: qr.amount });
    return true;
  });
}

/** QRs are PromptPay: only members who hold baht are offered them. */
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

/** Why the payment provider declines this amount, in the operator's own words; null when it does not. */
function objection(world: World, bankCode: string, amount: number): string | null {
  const { qrMinimum, qrClosed } = texts[world.market];
  const minimum = qrMinimums[bankCode]!;
  if (amount < minimum) return qrMinimum(String(minimum / 100));
  return world.settings.current.qrClosed.includes(bankCode) ? qrClosed : null;
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
    if (world.settings.current.qrDown.includes(bankCode)) throw new Refusal("QR_FAIL");
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
      expiresAt: now + world.settings.current.qrLifeMs,
      state: "open",
    };
    world.database.atomically(() => {
      for (const { id } of openQrs(world, member.id)) close(world, id, "replaced");
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
    close(world, id, "cancelled");
    return SUCCESS;
  },
});
