import type { ReactNode } from "react";
import type { OpName, OpView, PaidTo } from "../../../server/operations/types";
import { groupAccountNumber } from "~/lib/account-number";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { bankName } from "~/lib/banks";
import { formatDateTime, isoTime } from "~/lib/dates";
import { Badge } from "~/ui/alert";
import { Facts } from "~/ui/facts";
import { Holding } from "~/ui/holding";
import { Money } from "~/ui/money";
import { Reference } from "~/ui/reference";
import { lookOf } from "~/features/receipt/look";
import { factsOf, placeName, TRUE_WALLET, type GameNames } from "~/features/receipt/words";
import { useRequest } from "~/ui/request";
import type { Holdings } from "./holdings";

interface Props {
  op: OpView;
  holdings: Holdings | null;
  games: GameNames;
}

/** The facts of a receipt: state, source, target, time, reference, and current balances. */
export function ReceiptFacts({ op, holdings, games }: Props) {
  const { t, locale, site } = useRequest();
  const { from, to, bankCode } = { ...factsOf(op.input), ...ENDS[op.op] };
  const name = (code: string | null) => code && placeName(code, { t, locale, games });
  const look = lookOf(op);
  const withdrawal = op.op === "withdraw" || op.op === "withdrawAll";
  return (
    <div className="card">
      <Facts
        pairs={[
          [
            t("common:status"),
            <Badge key="state" tone={look.tone} icon={look.icon}>
              {t(look.word)}
            </Badge>,
          ],
          [t("common:from"), withdrawal ? t("common:mainWallet") : name(from)],
          [t("common:to"), name(to)],
          [
            t("receipt:intoAccount"),
            op.paidTo && (
              <>
                {bankName(op.paidTo.code, locale)} <span className="number">{numberOf(op.paidTo, holdings)}</span>
              </>
            ),
          ],
          [t("receipt:bank"), name(bankCode)],
          [
            t("common:time"),
            <time key="time" dateTime={isoTime(op.startedAt, site.timeZone)}>
              {formatDateTime(op.startedAt, site.timeZone)}
            </time>,
          ],
          [t("common:reference"), <Reference key="id">{op.id}</Reference>],
          ...balancesNow(op, holdings).map(([code, amount]): [string, ReactNode] => [
            t("receipt:balanceNow", { account: name(code)! }),
            <Holding key={code} amount={amount} />,
          ]),
        ]}
      />
    </div>
  );
}

/** What comes below the facts, because there it fills the window: the balances before, and the steps of an operation. */
export function ReceiptMore({ op, games }: Omit<Props, "holdings">) {
  const { t, locale } = useRequest();
  const name = (code: string) => placeName(code, { t, locale, games });
  // A withdrawal goes to the bank, which is not known of old ones.
  const bank = op.paidTo ? bankName(op.paidTo.code, locale) : t("receipt:bank");
  const end = (code: string | null) => (code === null ? bank : name(code));
  const before = balancesBefore(op);
  const legs = shownLegs(op);
  if (before.length + legs.length === 0) return null;
  return (
    <div className="card">
      <Facts
        pairs={[
          ...before.map(([code, amount]): [string, ReactNode] => [
            t("receipt:balanceBefore", { account: name(code) }),
            <Money key={code} amount={amount} />,
          ]),
          ...legs.map((leg): [string, ReactNode] => [
            `${end(leg.from)} → ${end(leg.to)}`,
            <>
              {leg.amount !== null && <Money amount={leg.amount} />} {t(LEG_WORDS[leg.state])}
            </>,
          ]),
        ]}
      />
    </div>
  );
}

/** The number of the account that was paid to. The record has its end; the whole one is shown while it is the member's. */
function numberOf({ code, end }: PaidTo, holdings: Holdings | null) {
  const now = holdings?.bankAccount;
  return now?.bankCode === code && now.number.endsWith(end) ? groupAccountNumber(now.number) : `…${end}`;
}

/** Where the money of operations comes from and goes to that are not asked for it. */
const ENDS: Partial<Record<OpName, { from: string; to: string }>> = {
  addToWallet: { from: TRUE_WALLET, to: MAIN_WALLET },
  submitTruelink: { from: TRUE_WALLET, to: MAIN_WALLET },
};

const LEG_WORDS = { moved: "receipt:legMoved", not: "receipt:legNot", open: "receipt:legOpen" } as const;

/** The steps of an operation, unless all of them are done and say no more than the operation. */
function shownLegs({ op, state, legs }: OpView) {
  if (state !== "done" || legs.some((leg) => leg.state === "not")) return legs;
  return op === "transferAll" ? legs.filter((leg) => leg.state === "moved") : [];
}

/** The balances before an operation in review: the member compares them with those now. */
function balancesBefore({ state, input, before }: OpView) {
  if (state !== "review") return [];
  const { from, to } = factsOf(input);
  return Object.entries(before).filter(([code]) => code === MAIN_WALLET || code === from || code === to);
}

/** The current balances of the operation's source and target; null: not known. While it is being sent they may change. */
function balancesNow({ state, input }: OpView, holdings: Holdings | null): [code: string, amount: number | null][] {
  if (state === "inflight") return [];
  const { from, to } = factsOf(input);
  const games = [from, to].filter((code) => code !== null && code !== MAIN_WALLET) as string[];
  const nowIn = (game: string) => holdings?.games.find(({ code }) => code === game)?.amount ?? null;
  return [
    [MAIN_WALLET, holdings?.wallet ?? null],
    ...games.map((game): [string, number | null] => [game, nowIn(game)]),
  ];
}
