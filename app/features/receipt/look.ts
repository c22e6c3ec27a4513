import type { OpView } from "../../../server/operations/types";
import type { Tone } from "~/ui/alert";
import type { IconName } from "~/ui/icon";
import type { TextKey } from "~/ui/request";
import { stateOf, WORDS } from "./words";

/** How an operation's outcome is shown, wherever it is shown. */
export interface Look {
  /** The outcome in a few words. */
  heading: TextKey;
  /** The outcome in a word. */
  word: TextKey;
  tone: Tone;
  icon: IconName;
  /** What it means, if the statement or an earlier operation decides the outcome. */
  line?: TextKey;
}

type Settled = NonNullable<OpView["settled"]>;

const BY_STATUS = {
  PENDING: { word: "common:pending", tone: "info", icon: "pending" },
  SUCCESS: { word: "common:success", tone: "good", icon: "success" },
  FAILED: { word: "common:failed", tone: "bad", icon: "failed" },
} as const satisfies Record<Settled, Omit<Look, "heading">>;

type SettledWords = Record<Settled, { heading: TextKey; line: TextKey }>;

const WITHDRAWAL: SettledWords = {
  PENDING: { heading: "receipt:withdrawDone", line: "receipt:withdrawPending" },
  SUCCESS: { heading: "receipt:withdrawPaid", line: "receipt:withdrawPaidBody" },
  FAILED: { heading: "receipt:withdrawReturned", line: "receipt:withdrawReturnedBody" },
};

const ANNOUNCED: SettledWords = {
  PENDING: { heading: "receipt:addDone", line: "receipt:addPending" },
  SUCCESS: { heading: "receipt:addArrived", line: "receipt:addArrivedBody" },
  FAILED: { heading: "receipt:addLost", line: "receipt:addLostBody" },
};

const RECEIVED_BEFORE: Look = {
  heading: "receipt:truelinkAlready",
  word: "receipt:stateDone",
  tone: "info",
  icon: "info",
  line: "receipt:truelinkAlreadyBody",
};

const PARTLY: Look = { heading: "receipt:partlyHeading", word: "receipt:partlyHeading", tone: "warn", icon: "warning" };

/** Refused, and it is not known yet whether the money of some games had been moved before. */
const INCOMPLETE: Look = {
  heading: "receipt:transferAllIncomplete",
  word: "receipt:stateRejected",
  tone: "bad",
  icon: "failed",
};

/** The outcome of an operation. What the statement says of it counts more than that the operator has accepted it. */
export function lookOf(op: Pick<OpView, "op" | "state" | "output" | "settled" | "code" | "text" | "legs">): Look {
  const { settled } = op;
  if (op.code === "PARTLY") return { ...PARTLY, line: "receipt:partlyBody" };
  if (isPartlyCollected(op)) return PARTLY;
  if (mayBePartlyCollected(op)) return INCOMPLETE;
  if (settled) return { ...BY_STATUS[settled], ...(op.op === "addToWallet" ? ANNOUNCED : WITHDRAWAL)[settled] };
  if (wasReceivedBefore(op)) return RECEIVED_BEFORE;
  const look = { ...stateOf(op.op, op.state), heading: WORDS[op.op].heading[op.state] };
  if (!isTitledByReason(op)) return look;
  return { ...look, heading: op.text as TextKey, line: look.heading };
}

/** Whether collecting was refused after the money of some games had been moved. */
const isPartlyCollected = ({ op, state, legs }: Pick<OpView, "op" | "state" | "legs">) =>
  op === "transferAll" && state === "rejected" && legs.some((leg) => leg.state === "moved");

const mayBePartlyCollected = ({ op, state, legs }: Pick<OpView, "op" | "state" | "legs">) =>
  op === "transferAll" && state === "rejected" && legs.some((leg) => leg.state === "open");

/** A bonus or a promotion that is refused says why in its title. */
const isTitledByReason = ({ op, state, text }: Pick<OpView, "op" | "state" | "text">) =>
  (op === "activateBonus" || op === "activatePromotion") && state === "rejected" && text !== null;

/** Whether the operator refused the link as used because this member has redeemed it before. */
const wasReceivedBefore = ({ op, output }: Pick<OpView, "op" | "output">) =>
  op === "submitTruelink" && typeof output === "object" && output !== null && "already" in output;
