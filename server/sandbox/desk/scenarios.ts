import type { Control } from "./control";
import type { RosterEntry } from "./control-members";
import type { Notice } from "./notices";

/** A situation that the product must handle, made by one button. */
export interface Scenario {
  title: string;
  /** What the button does, and what the member sees then. */
  help: string;
  /** Page of the product where the member sees it. */
  path: string;
  button: string;
  start(control: Control, member: RosterEntry): Said;
  /** Whether it lasts. */
  isOn?(control: Control, member: RosterEntry): boolean;
  /** Ends it. */
  stop?: { button: string; end(control: Control, member: RosterEntry): Said };
}

type Said = Pick<Notice, "text" | "file">;

const BONUS = { BAHT: 100_00, LAK: 50_000_00 };
const PLAY = { BAHT: 1_000_00, LAK: 400_000_00 };
const SLIP = { BAHT: 500_00, LAK: 200_000_00 };

const lostAnswer = (phone: string) => ({ call: "transfer*", kind: "drop-after-commit", phone }) as const;
const refusal = (phone: string) => ({ call: "withdraw*", kind: "refuse", code: "TRANSFER_FAIL", phone }) as const;

/** Whether such a fault waits for a call of the member. */
const waits = (control: Control, fault: ReturnType<typeof lostAnswer> | ReturnType<typeof refusal>) =>
  control.faults().some(({ call, kind, phone }) => call === fault.call && kind === fault.kind && phone === fault.phone);

/** The situations by the word in the URL of their button. */
export const scenarios: Record<string, Scenario> = {
  "lost-answer": {
    title: "Lost answer",
    help: "The next transfer is executed, but its answer is lost. The receipt says that the result is not known yet, then finds it in the statement.",
    path: "/user/transfer",
    button: "Lose the next answer",
    isOn: (control, { phone }) => waits(control, lostAnswer(phone)),
    start: (control, { phone }) => {
      control.fault(lostAnswer(phone));
      return { text: "The answer of the member's next transfer will be lost. Transfer something in the product." };
    },
    stop: {
      button: "Do not lose it",
      end: (control, { phone }) => {
        control.removeFault(lostAnswer(phone));
        return { text: "Answers of transfers arrive." };
      },
    },
  },
  "refused-withdrawal": {
    title: "Refused withdrawal",
    help: "The bank refuses the withdrawal that waits for it, or else the next one. The money goes back to the wallet, and the receipt or the statement says so.",
    path: "/user/withdraw",
    button: "Refuse the withdrawal",
    isOn: (control, { phone }) => waits(control, refusal(phone)),
    start: (control, { phone }) => {
      if (control.withdrawals(phone).length > 0) {
        control.refuse({ phone });
        return { text: "The bank has refused the withdrawal that waited: the money is back in the wallet." };
      }
      control.fault(refusal(phone));
      return { text: "The bank will refuse the member's next withdrawal. Withdraw something in the product." };
    },
    stop: {
      button: "Let it pass",
      end: (control, { phone }) => {
        control.removeFault(refusal(phone));
        return { text: "The bank pays withdrawals." };
      },
    },
  },
  "operator-down": {
    title: "Operator down",
    help: "Every call of every member fails until the operator is back. Pages say what could not be loaded, and that the money is safe.",
    path: "/user/home",
    button: "Take the operator down",
    isOn: (control) => control.switches().maintenance,
    start: (control) => {
      control.switches({ maintenance: true });
      return { text: "The operator is down: every call fails." };
    },
    stop: {
      button: "Bring the operator back",
      end: (control) => {
        control.switches({ maintenance: false });
        return { text: "The operator is back. The product asks it again after a few seconds." };
      },
    },
  },
  "bonus-held": {
    title: "Bonus held",
    help: "The member receives a bonus and holds it: deposits and withdrawals are closed until it ends, and their pages say why.",
    path: "/user/withdraw",
    button: "Give a bonus to hold",
    isOn: (control, { phone }) => control.heldBonus(phone) !== null,
    start: (control, { phone, currency }) => {
      control.giveBonus({ phone, amount: BONUS[currency] });
      return { text: "The member holds a bonus: deposits and withdrawals are closed." };
    },
    stop: {
      button: "End the bonus",
      end: (control, { phone }) => {
        control.endBonus({ phone });
        return { text: "The bonus has ended: deposits and withdrawals are open." };
      },
    },
  },
  "friend-plays": {
    title: "A friend plays",
    help: "Somebody whom the member has invited plays. The invite page shows what the member has earned, to be received once a day.",
    path: "/user/invite",
    button: "Let a friend play",
    start: (control, { phone, currency }) => {
      control.friendPlays({ phone, amount: PLAY[currency] });
      return { text: "A friend has played: there is an invite bonus to receive." };
    },
  },
  "losses-to-refund": {
    title: "Losses to refund",
    help: "The member has lost money last week. The refund page shows the part that is paid back, to be received once a week.",
    path: "/user/refund",
    button: "Lose money last week",
    start: (control, { phone, currency }) => {
      control.loseLastWeek({ phone, amount: PLAY[currency] });
      return { text: "The member has lost money last week: there is a refund to receive." };
    },
  },
  "session-ended": {
    title: "Session ended",
    help: "The operator no longer knows the member's sessions. The next page asks to log in again, then leads back.",
    path: "/user/home",
    button: "End the sessions",
    start: (control, { phone }) => {
      control.expireTokens({ phone });
      return { text: "The member's sessions have ended. Open any page in the product." };
    },
  },
  "slip-too-old": {
    title: "Slip too old",
    help: "Makes the slip of a transfer that is too long ago. Save its picture and send it in the product: it fails, and the page says why and what to do.",
    path: "/user/slips",
    button: "Make an old slip",
    start: (control, { phone, currency }) => {
      const { url } = control.makeSlip({ phone, amount: SLIP[currency], outcome: "EXPIRED_SLIP" });
      return {
        text: "The slip is made. Save its picture and send it in the product.",
        file: { href: new URL(url).pathname, text: "Save the picture" },
      };
    },
  },
};
