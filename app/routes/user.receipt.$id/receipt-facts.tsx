import type { ReactNode } from "react";
import type { OpView } from "../../../server/operations/types";
import { groupAccountNumber } from "~/lib/account-number";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { bankName } from "~/lib/banks";
import { formatDateTime, isoTime } from "~/lib/dates";
import { Badge, type Tone } from "~/ui/alert";
import { Facts } from "~/ui/facts";
import type { IconName } from "~/ui/icon";
import { Holding } from "~/ui/holding";
import { Reference } from "~/ui/reference";
import { factsOf, placeName, stateOf } from "~/features/receipt/words";
import { useRequest, type TextKey } from "~/ui/request";
import type { Holdings } from "./holdings";
import type { Settled } from "./settled";

const SETTLED: Record<Settled, { word: TextKey; tone: Tone; icon: IconName }> = {
  PENDING: { word: "common:pending", tone: "info", icon: "pending" },
  SUCCESS: { word: "common:success", tone: "good", icon: "success" },
  FAILED: { word: "common:failed", tone: "bad", icon: "failed" },
};

interface Props {
  op: OpView;
  settled: Settled | null;
  holdings: Holdings | null;
  /** The operator's name of the account that the member still has to pay to. */
  payTo: string | null;
}

/** The facts of a receipt: state, source, target, time, reference, and current balances. */
export function ReceiptFacts({ op, settled, holdings, payTo }: Props) {
  const { t, locale, site } = useRequest();
  const { from, to, bankCode } = factsOf(op.input);
  const games = Object.fromEntries(holdings?.games.map(({ code, name }) => [code, name]) ?? []);
  const name = (code: string | null) => code && placeName(code, { t, locale, games });
  const state = settled ? SETTLED[settled] : stateOf(op.op, op.state);
  const withdrawal = op.op === "withdraw" || op.op === "withdrawAll";
  const account = withdrawal && holdings?.bankAccount;
  return (
    <div className="card">
      <Facts
        pairs={[
          [
            t("common:status"),
            <Badge key="state" tone={state.tone} icon={state.icon}>
              {t(state.word)}
            </Badge>,
          ],
          [t("common:from"), withdrawal ? t("common:mainWallet") : name(from)],
          [t("common:to"), name(to)],
          [t("receipt:payTo"), payTo],
          [
            t("receipt:intoAccount"),
            account ? (
              <>
                {bankName(account.bankCode, locale)}{" "}
                <span className="number">{groupAccountNumber(account.number)}</span>
              </>
            ) : null,
          ],
          [t("receipt:bank"), name(bankCode)],
          [
            t("common:time"),
            <time key="time" dateTime={isoTime(op.startedAt, site.timeZone)}>
              {formatDateTime(op.startedAt, site.timeZone)}
            </time>,
          ],
          [t("common:reference"), <Reference key="id">{op.id}</Reference>],
          ...(holdings ? balancesOf(op, holdings) : []).map(({ key, label, amount }): [string, ReactNode] => [
            t("receipt:balanceNow", { account: label ?? t("common:mainWallet") }),
            <Holding key={key} amount={amount} />,
          ]),
        ]}
      />
    </div>
  );
}

/** The current balances of the operation's source and target. */
function balancesOf(op: OpView, { wallet, games }: Holdings) {
  const { from, to } = factsOf(op.input);
  const own = games.filter(({ code }) => code === from || code === to);
  return [
    { key: MAIN_WALLET, label: null, amount: wallet },
    ...own.map(({ code, name, amount }) => ({ key: code, label: name, amount })),
  ];
}
