import { finishAnnouncement, loseAnnouncement, pendingAnnouncements } from "../ledger/announcements";
import { gifts, giftStateOf, linkOf, makeGift, type GiftState } from "../ledger/gifts";
import { madeSlipById, madeSlips, makeSlip, pictureOf, type MadeSlip, type NewSlip } from "../slips/made-slips";
import { NotFound } from "./not-found";
import type { People } from "./people";
import { slipsOf } from "../slips/store";
import { readSlips } from "../slips/reader";
import type { World } from "../world";

/** What the desk can do about slips, gift links and announced deposits. Amounts are minor units. Throws `NotFound`. */
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

  /** What `doIt` does to the pending announcement with this id, or to all, or to all of a member. Returns how many. */
  const eachAnnouncement = (
    { id, phone }: { id?: number; phone?: string },
    doIt: (statement: number) => void,
  ): number => {
    const chosen = pendingAnnouncements(world, idOf(phone)).filter(
      ({ statement }) => id === undefined || statement === id,
    );
    if (chosen.length === 0) throw new NotFound("There is no such announced deposit.");
    for (const { statement } of chosen) doIt(statement);
    return chosen.length;
  };

  return {
    /** A slip that makes the reader end with `outcome`, by itself SUCCESS; `png` is the picture in base64. */
    makeSlip: ({ phone, ...wish }: NewSlip & { phone: string }) => {
      const made = makeSlip(world, memberOf(phone), wish);
      if (!made) throw new NotFound(`There is no deposit account with ${wish.bankCode}.`);
      return { ...shownSlip(made), png: pictureOf(made, "png").toString("base64") };
    },
    madeSlips: (phone?: string) => madeSlips(world, idOf(phone)).map(shownSlip),
    /** The picture of a slip that was made here. */
    slipPicture: (id: string, type: "png" | "jpg") => {
      const made = madeSlipById(world, id);
      if (!made) throw new NotFound("There is no such slip.");
      return { name: `slip-${(made.amount / 100).toFixed(2)}-${made.outcome}.${type}`, bytes: pictureOf(made, type) };
    },
    /** Slips that were uploaded, newest first. */
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
    /** Pending slips are read now: one by its reference, else all, or all of a member. Returns how many. */
    readSlips: async ({ reference, phone }: { reference?: string; phone?: string } = {}): Promise<number> => {
      const count = await readSlips(world, { reference, memberId: idOf(phone) });
      if (count === 0) throw new NotFound("There is no such pending slip.");
      return count;
    },

    /** A gift link; `own` needs the phone of the member it is to belong to. */
    makeGift: ({ phone, ...wish }: { amount: number; state?: GiftState; phone?: string }) => {
      if (wish.state === "own" && phone === undefined) throw new NotFound("Say whose own gift it is.");
      const gift = makeGift(world, { ...wish, owner: phone === undefined ? undefined : memberOf(phone) });
      return { hash: gift.hash, link: linkOf(gift), amount: gift.amount, state: giftStateOf(world, gift) };
    },
    gifts: () =>
      gifts(world).map((gift) => ({
        hash: gift.hash,
        link: linkOf(gift),
        amount: gift.amount,
        state: giftStateOf(world, gift),
      })),

    /** True-wallet deposits that were announced and wait for their money. */
    announcements: (phone?: string) =>
      pendingAnnouncements(world, idOf(phone)).map(({ statement, member, amount, matchAt, failAt }) => ({
        id: statement,
        phone: phoneOf(member),
        amount,
        matchAt,
        failAt,
      })),
    /** The money arrives now: for one by its id, else for all, or all of a member. Returns how many. */
    matchAdd: (which: { id?: number; phone?: string } = {}) =>
      eachAnnouncement(which, (statement) => finishAnnouncement(world, statement, true)),
    /** The money never arrives: they fail when their time is over. Returns how many. */
    loseAdd: (which: { id?: number; phone?: string } = {}) =>
      eachAnnouncement(which, (statement) => loseAnnouncement(world, statement)),
  };
}
