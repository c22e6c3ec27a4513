import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-parts";
import { useT } from "~/ui/request";
import { CODE_MAX } from "./code";

interface Props {
  /** What is prefilled. */
  code?: string;
  /** What is wrong with the code that was searched for. */
  result?: SubmissionResult<string[]> | null;
}

/** Searches for a promotion by its code. It only reads, so it is a GET. */
export function PromotionSearch({ code, result }: Props) {
  const t = useT();
  const [form, fields] = useForm<{ code: string }>({
    id: "promotion",
    lastResult: result,
    defaultValue: { code },
  });
  return (
    <form
      className="stack"
      data-gap="small"
      method="get"
      action="/user/promotion"
      role="search"
      {...getFormProps(form)}
      noValidate={undefined}
    >
      <FormErrors form={form} labels={{ code: t("promotion:title") }} />
      <TextField
        meta={fields.code}
        label={t("promotion:title")}
        maxLength={CODE_MAX}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
        action={<Button size="small">{t("promotion:search")}</Button>}
      />
      <p className="meta searching" role="status">
        {t("promotion:searching")}
      </p>
    </form>
  );
}
