import { getFormProps, useForm } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { formatShort } from "~/lib/money";
import { Alert } from "~/ui/alert";
import { BankRow } from "~/ui/bank-row";
import { Button } from "~/ui/button";
import { BonusFirst, DepositSheet, DepositTabs } from "~/features/deposit/frame";
import { MoneyField } from "~/ui/field";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { LastOperation } from "~/features/receipt/last-operation";
import { useRequest } from "~/ui/request";
import { SheetBody, SheetFoot } from "~/ui/sheet";
import type { formState } from "./qr-state";
import type { Answer } from "./trouble";

type Form = SerializeFrom<Awaited<ReturnType<typeof formState>>>;

/** The form for a new QR. */
export function NewQr({
  form: { provider, channels, balance, held, support, other, typed, formKey, last },
  answer,
}: {
  form: Form;
  answer: Answer;
}) {
  const { t, money } = useRequest();
  const [form, fields] = useForm<{ amount: number; preset: string }>({
    id: "qr",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const several = channels.qr.length > 1;
  return (
    <DepositSheet back={several ? "/user/deposit?by=qr" : "/user/deposit"} balance={balance} form={form.id}>
      <form method="post" action={`/user/deposit/qr/${provider.code}`} {...getFormProps(form)} noValidate={undefined}>
        <FormKey value={formKey} />
        <SheetBody>
          <DepositTabs current="qr" channels={channels} />
          <LastOperation op={last} />
          <FormErrors form={form} labels={{ amount: t("common:amount") }} />
          {held && <BonusFirst support={support} />}
          {other && (
            <Alert tone="info">
              <p>
                {t("qr:otherOpen", { name: t(`qr:name${other.bank}`), amount: money(other.amount) })}{" "}
                <a href={other.href}>{t("qr:otherOpenSee")}</a>
              </p>
            </Alert>
          )}
          <BankRow code={provider.code} variant="plain">
            <p className="row-title">
              <strong>{t(`qr:name${provider.code}`)}</strong>
            </p>
            <p className="row-meta">{t("qr:anyApp")}</p>
          </BankRow>
          <fieldset className="field">
            <legend className="field-label">{t("common:chooseAmount")}</legend>
            <div className="choices">
              {provider.presets.map((amount) => (
                <label className="choice" key={amount}>
                  <input
                    type="radio"
                    name="preset"
                    value={amount / 100}
                    defaultChecked={fields.preset.initialValue === String(amount / 100)}
                  />
                  <span>{formatShort(amount)}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <MoneyField
            meta={fields.amount}
            label={t("qr:type")}
            hint={t("qr:from", { amount: money(provider.minimum) })}
          />
        </SheetBody>
        <SheetFoot>
          <p className="meta" data-align="center">
            {t("qr:once")}
          </p>
          <Button size="large" width="full" disabled={held}>
            <Icon name="qr" />
            {t("qr:create")}
          </Button>
        </SheetFoot>
      </form>
    </DepositSheet>
  );
}
