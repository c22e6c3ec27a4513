import { getFormProps, useForm } from "@conform-to/react";
import { TextAreaField } from "~/ui/field";
import { FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { TrueWalletForm, type Answer } from "./frame";
import type { Page } from "./page";

/** Longer than any message that contains a gift link. */
const MAX_LENGTH = 1_500;

/** The form that redeems a truewallet gift. */
export function Gift({ page, answer }: { page: Page; answer: Answer }) {
  const { t } = useRequest();
  const [form, fields] = useForm<{ link: string }>({
    id: "gift",
    lastResult: answer?.result,
    defaultValue: page.typed,
  });
  const label = t("truewallet:giftLink");
  return (
    <TrueWalletForm
      page={page}
      answer={answer}
      form={getFormProps(form)}
      errors={<FormErrors form={form} labels={{ link: label }} />}
      send={t("truewallet:giftSend")}
      least=""
      whyNot={t("truewallet:giftMissing")}
    >
      <ol className="timeline">
        <li>
          <strong>{t("truewallet:giftStepMake")}</strong>
          <span className="meta">{t("truewallet:giftStepMakeMore")}</span>
        </li>
        <li>
          <strong>{t("truewallet:giftStepCopy")}</strong>
        </li>
        <li>
          <strong>{t("truewallet:giftStepPaste")}</strong>
        </li>
      </ol>
      <TextAreaField
        meta={fields.link}
        label={label}
        hint={t("truewallet:giftHint")}
        rows={2}
        maxLength={MAX_LENGTH}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </TrueWalletForm>
  );
}
