import type { Leg, OpName, OpView } from "../../../server/operations/types";
import { formatDateTime, formatTime } from "~/lib/dates";
import { HeroMark } from "~/ui/alert";
import { Money } from "~/ui/money";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { lookOf, type Look } from "~/features/receipt/look";
import { factsOf, placeName, type GameNames } from "~/features/receipt/words";
import { useRequest, type TextKey } from "~/ui/request";
import { keptBy, stopped, type Sentence } from "./refusal";

/** What has failed is read first, also where no scripts run. */
const REFUSAL = { role: "alert", tabIndex: -1, autoFocus: true };

/** The outcome: icon, heading, amount and explanation. */
export function Outcome({ op, games }: { op: OpView; games: GameNames }) {
  const { t } = useRequest();
  const look = lookOf(op);
  const { heading, tone, icon } = look;
  const lines = useLines(op, look, games);
  const amount = op.received ?? factsOf(op.input).amount ?? collectedBy(op);
  return (
    <>
      <HeroMark tone={tone} icon={icon} />
      <div className="stack" data-gap="tight" {...(tone === "bad" ? REFUSAL : { role: "status" })}>
        <h2 className="title">{t(heading)}</h2>
        {amount !== null && !isThing(op) && (
          <p>
            <Money amount={amount} size="large" />
          </p>
        )}
        {lines.map((line) => (
          <p key={line} className="meta">
            {line}
          </p>
        ))}
      </div>
    </>
  );
}

/** What was collected from all games, in minor units; null until every row has appeared. */
function collectedBy({ op, state, legs }: OpView): number | null {
  const taken = legs.filter(({ to }) => to === MAIN_WALLET);
  if (
    op !== "transferAll" ||
    state !== "done" ||
    taken.some(({ state, amount }) => state !== "moved" || amount === null)
  )
    return null;
  return taken.length > 0 ? taken.reduce((sum, { amount }) => sum + amount!, 0) : null;
}

/** The explanation of a finished operation that the statement does not show. */
const DONE_LINES: Partial<Record<OpName, TextKey>> = {
  withdraw: "receipt:withdrawSeeStatement",
  withdrawAll: "receipt:withdrawSeeStatement",
  addToWallet: "receipt:addPending",
  submitTruelink: "receipt:received",
  receiveInviteBonus: "receipt:received",
  addRefundToWallet: "receipt:received",
  clearBonus: "receipt:clearBody",
};

/** Operations after which the member holds a bonus for certain. */
const BEGINS_BONUS: readonly OpName[] = ["activateBonus", "activatePromotion", "receiveRefund"];

/** A message key, or the operator's own text. */
type Line = string | { text: string };

/** The explanation of the outcome, translated. */
function useLines(op: OpView, { line }: Look, games: GameNames): string[] {
  const { t, translateMessage, money, site, locale } = useRequest();
  const { legs } = op;
  const lines: Line[] = line ? [line] : linesOf(op);
  return [...lines, ...correction(op)].map((one) => (typeof one === "string" ? translateMessage(one) : one.text));

  function linesOf({ state, op: name }: OpView): Line[] {
    switch (state) {
      case "inflight":
        return ["receipt:inflightBody"];
      case "unknown": {
        const until = op.checkUntil && {
          text: t("receipt:unknownUntil", { time: formatTime(op.checkUntil, site.timeZone) }),
        };
        return ["receipt:unknownBody", ...(until ? [until] : [])];
      }
      case "rejected":
        return [
          ...refusal(),
          ...wait(op),
          ...(op.code?.startsWith("TRUELINK_") ? ["receipt:truelinkHelp"] : []),
          whatMoved(legs),
        ];
      case "notdone":
        return ["receipt:notdoneBody"];
      case "review":
        return ["receipt:reviewBody", ...rowsUntil(op)];
      case "done":
        if (name === "claimCoupon") return [isThing(op) ? "receipt:thingBody" : "receipt:received"];
        if (BEGINS_BONUS.includes(name)) return ["receipt:received", "bonus:heldMust"];
        return DONE_LINES[name] ? [DONE_LINES[name]] : [];
    }
  }

  /** Why it was refused, and which games have kept their money. */
  function refusal(): Line[] {
    const say = ({ key, game, amount }: Sentence) => ({
      text: t(key, { game: placeName(game, { t, locale, games }), amount: amount === undefined ? "" : money(amount) }),
    });
    const gathered = op.op === "transferAll" || legs.some(({ state }) => state === "moved");
    const lines = stopped(op) ?? [reason(op), ...(gathered ? keptBy(op) : [])];
    return lines.map((line) => (typeof line === "object" && "key" in line ? say(line) : line));
  }

  /** Until when its rows may still appear in the statement. */
  function rowsUntil({ checkUntil }: OpView): Line[] {
    if (checkUntil === null) return [];
    return [{ text: t("receipt:rowsUntil", { time: formatTime(checkUntil, site.timeZone) }) }];
  }

  /** The time from which it may be tried again, if the refusal says how long to wait. */
  function wait({ output, finishedAt }: OpView): Line[] {
    const seconds =
      typeof output === "object" && output !== null && "retryAfterSeconds" in output ? output.retryAfterSeconds : null;
    if (typeof seconds !== "number" || finishedAt === null) return [];
    const time = formatDateTime(finishedAt + seconds * 1000, site.timeZone).slice(-8);
    return [{ text: t("receipt:tryAfter", { time }) }];
  }
}

/** Whether a coupon is claimed for a thing, which support hands over. */
const isThing = ({ op, input }: OpView) => op === "claimCoupon" && factsOf(input).amount === 0;

/** What a spin lacks is no money. */
const OF_SPINS: Record<string, TextKey> = { MONEY_NOT_ENOUGH: "spin:noCoins", NO_DATA: "spin:noWheel" };

const reason = ({ op, message, code, text }: OpView) => {
  if (message) return { text: message };
  if (op === "spin" && code && OF_SPINS[code]) return OF_SPINS[code];
  return code === "NOT_SENT" ? "receipt:closed" : (text ?? "errors:GENERAL");
};

/** What a refused operation has moved: its earlier legs are not taken back. */
function whatMoved(legs: Leg[]): string {
  if (legs.some(({ state }) => state === "moved")) return "receipt:gatheredNow";
  return legs.some(({ state }) => state === "open") ? "receipt:gathered" : "common:moneySafe";
}

const correction = ({ corrected }: OpView): Line[] => {
  if (!corrected) return [];
  return [corrected === "review" ? "receipt:correctedReview" : "receipt:correctedBody"];
};
