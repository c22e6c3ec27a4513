import { endBonus, heldBonusOf } from "../ledger/bonuses";
import { accountsOf, entriesOf } from "../ledger/book";
import { DAY_MS, startOfWeek } from "../ledger/days";
import { deposit, grantBonus } from "../ledger/deposits";
import { settlePlay } from "../ledger/games";
import { gameOf, houseOf } from "../ledger/ledger";
import { openSlot, slotOf } from "../ledger/members";
import { addReceipt, forgetReceipts, receiptsOf, receiveBonus, receivePromotion } from "../ledger/offers";
import { openQrs, payQr } from "../ledger/qrs";
import { rowsOf, type BonusKind } from "../ledger/rows";
import { finishWithdrawal, pendingWithdrawals } from "../ledger/withdrawals";
import { bonusOffer } from "../offers";
import type { World } from "../world";
import { newMember } from "./control-members";
import { NotFound } from "./not-found";
import type { People } from "./people";

/** The game of friends who play, and of losses to refund. */
const PLAYED = "PGSLOT";

/** The desk's control of QRs, withdrawals, games and bonuses. Amounts are minor units. @throws NotFound */
export function createMoneyControl(world: World, { memberOf, idOf, phoneOf }: People) {
  const finish = ({ id, phone }: { id?: number; phone?: string }, paid: boolean): number => {
    const chosen = pendingWithdrawals(world, idOf(phone)).filter(
      ({ statement }) => id === undefined || statement === id,
    );
    if (chosen.length === 0) throw new NotFound("There is no such pending withdrawal.");
    for (const { statement } of chosen) finishWithdrawal(world, statement, paid);
    return chosen.length;
  };

  return {
    qrs: (phone?: string) =>
      openQrs(world, idOf(phone)).map(({ id, member, bankCode, amount, payload, expiresAt }) => ({
        id,
        phone: phoneOf(member),
        bankCode,
        amount,
        payload,
        expiresAt,
      })),
    /** Pays one open QR, by its id or its member. */
    payQr: ({ id, phone }: { id?: string; phone?: string }) => {
      const open = openQrs(world, idOf(phone)).find((qr) => id === undefined || qr.id === id);
      if (!open || !payQr(world, open.id)) throw new NotFound("There is no such open QR.");
      return { id: open.id, amount: open.amount };
    },
    /** Deposits a bank transfer to one of the deposit accounts. */
    bankTransfer: ({ phone, amount, bankCode }: { phone: string; amount: number; bankCode?: string }) =>
      deposit(world, memberOf(phone), { amount, bankCode: bankCode ?? (world.market === "th" ? "SCB" : "BCEL") }),

    withdrawals: (phone?: string) =>
      pendingWithdrawals(world, idOf(phone)).map(({ statement, member, amount, settleAt }) => ({
        id: statement,
        phone: phoneOf(member),
        amount,
        settleAt,
      })),
    /** Pays pending withdrawals: one by its id, all of a member, or all. Returns how many. */
    settle: (which: { id?: number; phone?: string } = {}) => finish(which, true),
    /** Refuses pending withdrawals: the money goes back. Returns how many. */
    refuse: (which: { id?: number; phone?: string } = {}) => finish(which, false),

    /**
     * Makes a member win (+) or lose (-) in a game. `unread`: the operator reads it at the next refresh or transfer.
     */
    play: ({
      phone,
      code,
      amount,
      unread = false,
    }: {
      phone: string;
      code: string;
      amount: number;
      unread?: boolean;
    }) => {
      const member = memberOf(phone);
      if (!slotOf(world, member.id, code)) throw new NotFound(`${phone} has no open account with ${code}.`);
      if (!unread) return settlePlay(world, member, code, amount);
      world.database.run("UPDATE slot SET unread = unread + ? WHERE member = ? AND code = ?", amount, member.id, code);
      return amount;
    },

    /** Makes a friend, whom the member has invited, play for `amount`: the member earns a share of it. */
    friendPlays: ({ phone, amount, name }: { phone: string; amount: number; name?: string }) => {
      const { id, currency } = memberOf(phone);
      const friend = newMember(world, { name, currency, open: [PLAYED], games: { [PLAYED]: amount } });
      world.database.run("UPDATE member SET inviter = ? WHERE id = ?", id, friend.id);
      settlePlay(world, memberOf(friend.phone), PLAYED, -amount);
      return { phone: friend.phone };
    },
    /** Makes the member lose `amount` last week, so that a part of it can be refunded. The money comes from outside. */
    loseLastWeek: ({ phone, amount }: { phone: string; amount: number }) => {
      const member = memberOf(phone);
      const { currency, id } = member;
      if (!slotOf(world, id, PLAYED)) openSlot(world, member, PLAYED);
      const at = startOfWeek(world.now()) - DAY_MS;
      const [from, to] = [houseOf(currency, "bank"), gameOf(id, PLAYED)];
      world.ledger.move({ at, kind: "opening", currency, from, to, amount });
      settlePlay(world, member, PLAYED, -amount, at);
    },

    /**
     * Credits a bonus and makes the member hold it. Deposits and withdrawals are refused until it ends: automatically
     * at `success` percent of the total after the credit, by the member's choice at or below `fail` percent.
     * @throws NotFound if the member holds a bonus already
     */
    giveBonus: ({
      phone,
      amount,
      kind = "bonus",
      success = 300,
      fail = 5,
    }: {
      phone: string;
      amount: number;
      kind?: BonusKind;
      success?: number;
      fail?: number;
    }) => {
      const member = memberOf(phone);
      if (heldBonusOf(world, member.id)) throw new NotFound(`${phone} already holds a bonus.`);
      grantBonus(world, member, { kind, amount, success, fail });
    },
    /** Receives an offer for the member, by its code, as the member would. @throws Refusal */
    receiveOffer: ({ phone, code }: { phone: string; code: string }) =>
      (bonusOffer(code) ? receiveBonus : receivePromotion)(world, memberOf(phone), code),
    /** The member has received an offer before, at this time (epoch milliseconds; default now). Moves no money. */
    receivedOffer: ({ phone, code, at }: { phone: string; code: string; at?: number }) =>
      addReceipt(world, memberOf(phone).id, code, at),
    /** The member can receive all offers again. */
    forgetOffers: ({ phone }: { phone: string }) => forgetReceipts(world, memberOf(phone).id),
    /** When the member received an offer, in epoch milliseconds. */
    receipts: (phone: string, code: string) => receiptsOf(world, memberOf(phone).id, code),
    /** The bonus that the member holds, or null. */
    heldBonus: (phone: string) => heldBonusOf(world, memberOf(phone).id),
    endBonus: ({ phone }: { phone: string }) => {
      const { id } = memberOf(phone);
      if (!heldBonusOf(world, id)) throw new NotFound(`${phone} holds no bonus.`);
      endBonus(world, id);
    },

    /** `{ wallet, PG, ... }`; `wallet` is always present. */
    balances: (phone: string): Record<string, number> => ({ wallet: 0, ...world.ledger.balances(memberOf(phone).id) }),
    statement: (phone: string, page: { page: number; limit: number } = { page: 1, limit: 100 }) =>
      rowsOf(world, memberOf(phone).id, page),
    trialBalance: () => world.ledger.audit(),
    /** The operator's own accounts, and the sums of the members' accounts. */
    accounts: () => accountsOf(world),
    /** The latest entries, newest first, of all or of one member. */
    entries: (memberId?: string) => entriesOf(world, memberId),
  };
}
