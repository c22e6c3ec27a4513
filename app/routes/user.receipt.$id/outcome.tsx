import type { OpName, OpView } from "../../../server/operations/types";
import { formatDateTime, formatTime } from "~/lib/dates";
import { HeroMark } from "~/ui/alert";
import { Money } from "~/ui/money";
import { lookOf, type Look } from "~/features/receipt/look";
import type { Settled } from "~/features/receipt/settled";
import { factsOf } from "~/features/receipt/words";
import { useRequest, type TextKey } from "~/ui/request";

interface Props {
  op: OpView;
  settled: Settled | null;
  /** Amount of a gift, in minor units. */
  received: number | null;
}

/** The outcome: icon, heading, amount and explanation. */
export function Outcome({ op, settled, received }: Props) {
  const { t } = useRequest();
  const look = lookOf(op, settled);
  const { heading, tone, icon } = look;
  const lines = useLines(op, look);
  const amount = factsOf(op.input).amount ?? received;
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

/** The explanation of the outcome, translated. */
function useLines(op: OpView, { line }: Look): string[] {
  const { t, translateMessage, site } = useRequest();
  if (line) return [t(line)];
  return linesOf(op).map((one) => (typeof one === "string" ? translateMessage(one) : one.text));

  /** Message keys, or the operator's own text. */
  function linesOf({ state, op: name }: OpView): (string | { text: string })[] {
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
          reason(op),
          ...wait(op),
          ...(mayHaveGathered(op) ? ["receipt:gathered"] : []),
          ...(op.code?.startsWith("TRUELINK_") ? ["receipt:truelinkHelp"] : []),
          "common:moneySafe",
        ];
      case "notdone":
        return ["receipt:notdoneBody"];
      case "review":
        return ["receipt:reviewBody"];
      case "done":
        return DONE_LINES[name] ? [DONE_LINES[name]] : [];
    }
  }

  /** The time from which it may be tried again, if the refusal says how long to wait. */
  function wait({ output, finishedAt }: OpView): { text: string }[] {
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

/** Whether the money of games may now be in the main wallet: these operations collect it first and do not return it. */
const mayHaveGathered = ({ op, code }: OpView) =>
  (op === "transferAll" || op === "withdrawAll") && (code === "MONEY_NOT_ENOUGH" || code === "TRANSFER_FAIL");
