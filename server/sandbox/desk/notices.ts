import type { actions } from "./actions";
import { money, type Tone } from "./page-parts";

/** The result of an action, shown where its button is. */
export interface Notice {
  tone: Tone;
  text: string;
  /** Id of the section that shows it. */
  section: string;
  /** Page of the product where the member sees the effect. */
  path?: string;
  /** Id of the card that stays open. */
  opens?: string;
  /** A file to save. */
  file?: { href: string; text: string };
}

const KEPT = 50;

/** The latest notices by number: results can hold what does not belong into a URL, such as a password. */
export function createNotices() {
  const kept = new Map<number, Notice>();
  let last = 0;
  return {
    /** @returns the number of the notice */
    add: (notice: Notice): number => {
      last += 1;
      kept.set(last, notice).delete(last - KEPT);
      return last;
    },
    of: (number: number): Notice | null => kept.get(number) ?? null,
  };
}

export type Notices = ReturnType<typeof createNotices>;

const times = (count: number) => (count === 1 ? "" : ` (${count})`);

/** What each action has done, from its result. */
const done: Record<keyof typeof actions, string | ((result: never) => string)> = {
  "pay-qr": ({ amount }: { amount: number }) => `The QR code of ${money(amount)} is paid.`,
  "bank-transfer": "The bank transfer has arrived.",
  slip: "The slip is made. Save its picture below and send it in the product.",
  "read-slip": ({ count }: { count: number }) => `The slip is read${times(count)}.`,
  gift: ({ link }: { link: string }) => `The gift link is made: ${link}`,
  "match-add": ({ count }: { count: number }) => `The announced money has arrived${times(count)}.`,
  "lose-add": "The announced money will not arrive: the deposit fails when its time is over.",
  settle: ({ count }: { count: number }) => `The bank has paid the withdrawal${times(count)}.`,
  refuse: ({ count }: { count: number }) => `The bank has refused the withdrawal${times(count)}: the money is back.`,
  play: ({ moved }: { moved: number }) => `The result of the game is ${money(moved)}.`,
  member: ({ phone, password }: { phone: string; password: string }) =>
    `The new member is ${phone} with the password ${password}, and is chosen now.`,
  "set-member": "The member is changed.",
  "set-bank": "The bank account is changed.",
  "expire-tokens": "The member's sessions have ended.",
  "give-bonus": "The member holds the bonus.",
  "friend-plays": "The friend has played: the member has earned a share.",
  "lose-last-week": "The member has lost the money last week.",
  "receive-offer": "The member has received it, and holds it.",
  "received-offer": "The member has received it before.",
  "forget-offers": "The member can receive all bonuses and promotions again.",
  "end-bonus": "The bonus has ended.",
  "give-coins": ({ coins }: { coins: number }) => `The member has ${coins} coins.`,
  "force-slice": "The member's next spin stops there.",
  "spoil-coupons": ({ count }: { count: number }) => `The open coupons are changed${times(count)}.`,
  "answer-chat": "Support has answered.",
  "type-in-chat": "Support is typing.",
  "read-chat": "Support has read everything.",
  "drop-chat": "All connections of the chat are closed.",
  fault: "Set. It happens at the next call that fits.",
  "clear-faults": "No call is broken any more.",
  switches: "Saved.",
  switch: "Saved.",
  advance: "The sandbox's clock is moved.",
  "reset-limits": "All limits count from zero.",
  "reset-calls": "The list of calls is empty.",
};

/** What `action` has done. `result`: its result. */
export const doneText = (action: keyof typeof actions, result: unknown): string => {
  const text = done[action];
  return typeof text === "string" ? text : text(result as never);
};
