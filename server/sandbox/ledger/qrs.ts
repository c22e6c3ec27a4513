import type { World } from "../world";
import { deposit } from "./deposits";
import { memberById } from "./members";

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

/** QRs that can still be paid, of one member or of all. */
export const openQrs = (world: World, memberId?: string): Qr[] =>
  world.database.all<Qr>(
    `SELECT * FROM qr WHERE state = 'open' AND expiresAt > ? AND member = COALESCE(?, member)
     ORDER BY createdAt DESC, rowid DESC`,
    world.now(),
    memberId ?? null,
  );

/** Changes an open QR to this state. */
export const closeQr = ({ database }: World, id: string, state: Qr["state"]) =>
  void database.run("UPDATE qr SET state = ? WHERE id = ? AND state = 'open'", state, id);

/** Pays an open QR: closes it and deposits its amount. False if it is not open. */
export function payQr(world: World, id: string): boolean {
  return world.database.atomically(() => {
    const qr = openQrs(world).find((open) => open.id === id);
    const member = qr && memberById(world, qr.member);
    if (!member) return false;
    closeQr(world, id, "paid");
    deposit(world, member, { bankCode: qr.bankCode, amount: qr.amount });
    return true;
  });
}
