import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { LastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { decimal } from "~/lib/money";
import { formatPercent } from "~/lib/percent";
import { Alert, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { isBare, percentOf, type Reward } from "./reward";

interface Props {
  reward: Reward;
  /** The member's total before it, in minor units; null: it is not known. */
  total: number | null;
  formKey: string;
  last: LastOp | null;
  answer: { result: SubmissionResult<string[]>; confirm?: boolean } | undefined;
  back: string;
  title: string;
  question: string;
  submit: string;
}

/** Asks before a reward is received: what it brings, and what the bonus that comes with it demands. */
export function ConfirmReward({ reward, total, formKey, last, answer, back, title, question, submit }: Props) {
  const { t } = useRequest();
  const [form] = useForm({ id: "receive", lastResult: answer?.result });
  const { amount, success, fail } = reward;
  const baseline = total === null ? null : total + amount;
  return (
    <Sheet title={title} back={back} close>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <FormKey value={formKey} />
        {answer?.confirm && <input type="hidden" name="confirmed" value="1" />}
        <input type="hidden" name="amount" value={decimal(amount)} />
        <input type="hidden" name="success" value={success} />
        <input type="hidden" name="fail" value={fail} />
        <SheetBody align="center">
          <LastOperation op={last} />
          <FormErrors form={form} />
          <HeroMark tone="play" icon="bonus" />
          <div className="stack" data-gap="tight" data-align="center">
            <h2 className="title">{question}</h2>
            <p>
              <Money amount={amount} size="large" />
            </p>
          </div>
          <div className="card">
            <Facts
              pairs={[
                [t("wallet:into"), t("common:mainWallet")],
                [t("wallet:totalAfter"), baseline === null ? null : <Money amount={baseline} />],
                [t("wallet:success"), success > 0 ? <Threshold percent={success} of={baseline} /> : null],
                [t("wallet:fail"), fail > 0 ? <Threshold percent={fail} of={baseline} /> : null],
              ]}
            />
          </div>
          <Alert tone="info">
            <Terms reward={reward} baseline={baseline} />
          </Alert>
        </SheetBody>
        <SheetFoot>
          <Button variant="play" size="large" width="full">
            {submit}
          </Button>
          <ButtonLink variant="quiet" width="full" href={back}>
            {t("wallet:notNow")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}

interface ThresholdProps {
  percent: number;
  /** Minor units; null: not known. */
  of: number | null;
}

/** A percentage, and how much it is for this member. */
const Threshold = ({ percent, of }: ThresholdProps) => (
  <>
    {of !== null && (
      <>
        <Money amount={percentOf(of, percent)} />{" "}
      </>
    )}
    {`(${formatPercent(percent)}%)`}
  </>
);

/** Each percentage as a sentence: with the member's money, and without if that is not known. */
const SENTENCES = {
  success: ["wallet:termsSuccess", "wallet:termsSuccessUnknown"],
  fail: ["wallet:termsFail", "wallet:termsFailUnknown"],
} as const;

/** What holding the bonus means, in sentences. */
function Terms({ reward, baseline }: { reward: Reward; baseline: number | null }) {
  const { t, money } = useRequest();
  if (isBare(reward)) return <p>{t("wallet:termsNone")}</p>;
  const line = (kind: keyof typeof SENTENCES) => {
    const percent = reward[kind];
    const shown = formatPercent(percent);
    const [known, unknown] = SENTENCES[kind];
    if (percent === 0) return null;
    if (baseline === null) return <p>{t(unknown, { percent: shown })}</p>;
    return <p>{t(known, { percent: shown, amount: money(percentOf(baseline, percent)) })}</p>;
  };
  return (
    <>
      <p>{t("wallet:termsHeld")}</p>
      {line("success")}
      {line("fail")}
    </>
  );
}
