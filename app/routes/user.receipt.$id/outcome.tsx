import type { OpName, OpView } from "../../../server/operations/types";
import { formatDateTime, formatTime } from "~/lib/dates";
import { HeroMark } from "~/ui/alert";
import { Money } from "~/ui/money";
import { lookOf, type Look } from "~/features/receipt/look";
import { factsOf } from "~/features/receipt/words";
import { useRequest, type TextKey } from "~/ui/request";
import type { Holdings } from "./holdings";

/** The outcome: icon, heading, amount and explanation. */
export function Outcome({ op, holdings }: { op: OpView; holdings: Holdings | null }) {
  const { t } = useRequest();
  const look = lookOf(op);
  const { heading, tone, icon } = look;
  const lines = useLines(op, look, holdings);
  const amount = factsOf(op.input).amount ?? op.received;
  return (
    <>
      <HeroMark tone={tone} icon={icon} />
      <div className="stack" data-gap="tight" role="status">
        <h2 className="title">{t(heading)}</h2>
        {amount !== null && (
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

/** The explanation of a finished operation that the statement does not show. */
const DONE_LINES: Partial<Record<OpName, TextKey>> = {
  withdraw: "receipt:withdrawSeeStatement",
  withdrawAll: "receipt:withdrawSeeStatement",
  addToWallet: "receipt:addPending",
  submitTruelink: "receipt:truelinkBody",
};

/** A message key, or the operator's own text. */
type Line = string | { text: string };

/** The explanation of the outcome, translated. */
function useLines(op: OpView, { line }: Look, holdings: Holdings | null): string[] {
  const { t, translateMessage, money, site } = useRequest();
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
          ...(kept(op) ?? [reason(op)]),
          ...wait(op),
          ...(op.code?.startsWith("TRUELINK_") ? ["receipt:truelinkHelp"] : []),
          whatMoved(op),
        ];
      case "notdone":
        return ["receipt:notdoneBody"];
      case "review":
        return ["receipt:reviewBody", ...rowsUntil(op)];
      case "done":
        return DONE_LINES[name] ? [DONE_LINES[name]] : [];
    }
  }

  /** The games that should have been emptied and still have money: they say more than the refusal. Null: none. */
  function kept({ op: name, code, legs }: OpView): Line[] | null {
    if (name !== "transferAll" || !holdings) return null;
    const full = holdings.games.filter((game) => game.amount && legs.some(({ from }) => from === game.code));
    if (full.length === 0) return null;
    const still = full.map(({ name: game, amount }) => ({ text: t("receipt:kept", { game, amount: money(amount!) }) }));
    return code === "TRANSFER_FAIL" ? ["receipt:keptWhy", ...still] : still;
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

const reason = ({ message, code, text }: OpView) => {
  if (message) return { text: message };
  return code === "NOT_SENT" ? "receipt:closed" : (text ?? "errors:GENERAL");
};

/** What a refused operation has moved: its earlier legs are not taken back. */
function whatMoved({ legs }: OpView): string {
  if (legs.some(({ state }) => state === "moved")) return "receipt:gatheredNow";
  return legs.some(({ state }) => state === "open") ? "receipt:gathered" : "common:moneySafe";
}

const correction = ({ corrected }: OpView): Line[] => {
  if (!corrected) return [];
  return [corrected === "review" ? "receipt:correctedReview" : "receipt:correctedBody"];
};
