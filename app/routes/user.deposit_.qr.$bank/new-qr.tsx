import { getFormProps, useForm } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { OpenQrNotice } from "~/features/qr/open-notice";
import { BankRow } from "~/ui/bank-row";
import { Button, MainSubmit } from "~/ui/button";
import { BonusFirst, DepositTabs } from "~/features/deposit/frame";
import { TypicalTime } from "~/features/deposit/typical-time";
import { MoneyField } from "~/ui/field";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { LastOperation } from "~/features/receipt/last-operation";
import { Presets } from "~/ui/presets";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { formState } from "./qr-state";
import type { Answer } from "./trouble";

type Form = SerializeFrom<Awaited<ReturnType<typeof formState>>>;

/** The form for a new QR. */
export function NewQr({
  form: { provider, channels, held, other, typed, formKey, last, typicalMs },
  answer,
}: {
  form: Form;
  answer: Answer;
}) {
  const { t, money } = useRequest();
  const [form, fields] = useForm<{ amount: number }>({
    id: "qr",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const several = channels.qr.length > 1;
  return (
    <Sheet title={t("deposit:title")} back={several ? "/user/deposit?by=qr" : "/user/deposit"} form={form.id}>
      <form method="post" action={`/user/deposit/qr/${provider.code}`} {...getFormProps(form)} noValidate={undefined}>
        <MainSubmit />
        <FormKey value={formKey} />
        <SheetBody>
          <DepositTabs current="qr" channels={channels} />
          <LastOperation op={last} />
          <FormErrors form={form} labels={{ amount: t("common:amount") }} />
          {held && <BonusFirst />}
          {other && <OpenQrNotice qr={other} replaced />}
          <BankRow code={provider.code} variant="plain">
            <p className="row-title">
              <strong>{t(`qr:name${provider.code}`)}</strong>
            </p>
            <p className="row-meta">{t("qr:once")}</p>
            <TypicalTime ms={typicalMs} />
          </BankRow>
          <div className="field">
            <p className="field-label">{t("qr:tap")}</p>
            <Presets amounts={provider.presets} sends disabled={held} />
          </div>
          <MoneyField
            meta={fields.amount}
            label={t("qr:type")}
            hint={t("qr:from", { amount: money(provider.minimum) })}
            required
          />
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full" disabled={held} data-least={held ? undefined : provider.minimum / 100}>
            <Icon name="qr" />
            {t("qr:create")}
          </Button>
          {held && <p className="meta why-not">{t("deposit:held")}</p>}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
