import type { OpName, OpView } from "../../../server/operations/types";
import { formatDateTime, formatTime } from "~/lib/dates";
import { HeroMark, type Tone } from "~/ui/alert";
import type { IconName } from "~/ui/icon";
import { Money } from "~/ui/money";
import { factsOf, stateOf, WORDS } from "~/features/receipt/words";
import { useRequest, type TextKey } from "~/ui/request";
import type { Settled } from "./settled";

interface Look {
  heading: TextKey;
  tone: Tone;
  icon: IconName;
  /** Further lines, already translated. */
  lines: string[];
}

interface Props {
  op: OpView;
  settled: Settled | null;
  /** Amount of a gift, in minor units. */
  received: number | null;
}

/** The outcome: icon, heading, amount and explanation. */
export function Outcome({ op, settled, received }: Props) {
  const { t } = useRequest();
  const { heading, tone, icon, lines } = useLook(op, settled);
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

type SettledLooks = Record<Settled, Omit<Look, "lines"> & { line: TextKey }>;

const WITHDRAWAL: SettledLooks = {
  PENDING: { heading: "receipt:withdrawDone", tone: "info", icon: "pending", line: "receipt:withdrawPending" },
  SUCCESS: { heading: "receipt:withdrawPaid", tone: "good", icon: "success", line: "receipt:withdrawPaidBody" },
  FAILED: {
    heading: "receipt:withdrawReturned",
    tone: "bad",
    icon: "failed",
    line: "receipt:withdrawReturnedBody",
  },
};

const ANNOUNCED: SettledLooks = {
  PENDING: { heading: "receipt:addDone", tone: "info", icon: "pending", line: "receipt:addPending" },
  SUCCESS: { heading: "receipt:addArrived", tone: "good", icon: "success", line: "receipt:addArrivedBody" },
  FAILED: { heading: "receipt:addLost", tone: "bad", icon: "failed", line: "receipt:addLostBody" },
};

/** The explanation of a finished operation that the statement does not show. */
const DONE_LINES: Partial<Record<OpName, TextKey>> = {
  withdraw: "receipt:withdrawSeeStatement",
  withdrawAll: "receipt:withdrawSeeStatement",
  addToWallet: "receipt:addPending",
  submitTruelink: "receipt:truelinkBody",
};

function useLook(op: OpView, settled: Settled | null): Look {
  const { t, translateMessage, site } = useRequest();
  if (settled) {
    const { line, ...look } = (op.op === "addToWallet" ? ANNOUNCED : WITHDRAWAL)[settled];
    return { ...look, lines: [t(line)] };
  }
  if (wasReceivedBefore(op)) {
    return {
      heading: "receipt:truelinkAlready",
      tone: "info",
      icon: "info",
      lines: [t("receipt:truelinkAlreadyBody")],
    };
  }
  const { tone, icon } = stateOf(op.op, op.state);
  const lines = linesOf(op).map((line) => (typeof line === "string" ? translateMessage(line) : line.text));
  return { heading: WORDS[op.op].heading[op.state], tone, icon, lines };

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

/** Whether the operator refused the link as used because this member has redeemed it before. */
const wasReceivedBefore = ({ op, output }: OpView) =>
  op === "submitTruelink" && typeof output === "object" && output !== null && "already" in output;

const reason = ({ message, code, text }: OpView) => {
  if (message) return { text: message };
  return code === "NOT_SENT" ? "receipt:closed" : (text ?? "errors:GENERAL");
};

/** Whether the money of games may now be in the main wallet: these operations collect it first and do not return it. */
const mayHaveGathered = ({ op, code }: OpView) =>
  (op === "transferAll" || op === "withdrawAll") && (code === "MONEY_NOT_ENOUGH" || code === "TRANSFER_FAIL");
