import { finishAnnouncement, loseAnnouncement, pendingAnnouncements } from "../ledger/announcements";
import { gifts, giftStateOf, linkOf, makeGift, type GiftState } from "../ledger/gifts";
import { madeSlipById, madeSlips, makeSlip, pictureOf, type MadeSlip, type NewSlip } from "../slips/made-slips";
import { NotFound } from "./not-found";
import type { People } from "./people";
import { slipsOf } from "../slips/store";
import { readSlips } from "../slips/reader";
import type { World } from "../world";

/** The desk's control of slips, gift links and announced deposits. Amounts are minor units. @throws NotFound */
export function createCashierControl(world: World, { memberOf, idOf, phoneOf }: People) {
  const shownSlip = ({ id, member, transRef, outcome, amount, paidAt, toBank }: MadeSlip) => ({
    id,
    phone: phoneOf(member),
    transRef,
    outcome,
    amount,
    paidAt,
    bankCode: toBank,
    url: `${world.origin()}/desk/slips/${id}.png`,
    jpegUrl: `${world.origin()}/desk/slips/${id}.jpg`,
  });

  /** Calls `action` for the pending announcement with this id, for all of a member, or for all. Returns how many. */
  const eachAnnouncement = (
    { id, phone }: { id?: number; phone?: string },
    action: (statement: number) => void,
  ): number => {
    const chosen = pendingAnnouncements(world, idOf(phone)).filter(
      ({ statement }) => id === undefined || statement === id,
    );
    if (chosen.length === 0) throw new NotFound("There is no such announced deposit.");
    for (const { statement } of chosen) action(statement);
    return chosen.length;
  };

  return {
    /** Makes a slip that leads to `outcome` (by default SUCCESS); `png` is its picture in base64. */
    makeSlip: ({ phone, ...options }: NewSlip & { phone: string }) => {
      const made = makeSlip(world, memberOf(phone), options);
      if (!made) throw new NotFound(`There is no deposit account at ${options.bankCode}.`);
      return { ...shownSlip(made), png: pictureOf(made, "png").toString("base64") };
    },
    madeSlips: (phone?: string) => madeSlips(world, idOf(phone)).map(shownSlip),
    /** The picture of a slip made at the desk, with a file name. */
    slipPicture: (id: string, type: "png" | "jpg") => {
      const made = madeSlipById(world, id);
      if (!made) throw new NotFound("There is no such slip.");
      return { name: `slip-${(made.amount / 100).toFixed(2)}-${made.outcome}.${type}`, bytes: pictureOf(made, type) };
    },
    /** Uploaded slips, newest first. */
    slips: (phone?: string) =>
      slipsOf(world, idOf(phone) ?? null, { page: 1, limit: 100 }).slips.map((slip) => ({
        reference: slip.reference,
        phone: phoneOf(slip.member),
        status: slip.status,
        note: slip.note,
        amount: slip.amount,
        transRef: slip.transRef,
        bankCode: slip.bankCode,
        createdAt: slip.createdAt,
        readAt: slip.readAt,
      })),
    /** Reads pending slips now: one by its reference, all of a member, or all. Returns how many. */
    readSlips: async ({ reference, phone }: { reference?: string; phone?: string } = {}): Promise<number> => {
      const count = await readSlips(world, { reference, memberId: idOf(phone) });
      if (count === 0) throw new NotFound("There is no such pending slip.");
      return count;
    },

    /** Makes a gift link. The state `own` needs the phone of the member who owns it. */
    makeGift: ({ phone, ...options }: { amount: number; state?: GiftState; phone?: string }) => {
      if (options.state === "own" && phone === undefined) throw new NotFound("The state own needs a phone.");
      const gift = makeGift(world, { ...options, owner: phone === undefined ? undefined : memberOf(phone) });
      return { hash: gift.hash, link: linkOf(gift), amount: gift.amount, state: giftStateOf(world, gift) };
    },
    gifts: () =>
      gifts(world).map((gift) => ({
        hash: gift.hash,
        link: linkOf(gift),
        amount: gift.amount,
        state: giftStateOf(world, gift),
      })),

    /** Pending truewallet deposits. */
    announcements: (phone?: string) =>
      pendingAnnouncements(world, idOf(phone)).map(({ statement, member, amount, matchAt, failAt }) => ({
        id: statement,
        phone: phoneOf(member),
        amount,
        matchAt,
        failAt,
      })),
    /** The money arrives now, for the one with this id, for all of a member, or for all. Returns how many. */
    matchAdd: (which: { id?: number; phone?: string } = {}) =>
      eachAnnouncement(which, (statement) => finishAnnouncement(world, statement, true)),
    /** The money never arrives: they fail after `addFailMs`. Returns how many. */
    loseAdd: (which: { id?: number; phone?: string } = {}) =>
      eachAnnouncement(which, (statement) => loseAnnouncement(world, statement)),
  };
}
