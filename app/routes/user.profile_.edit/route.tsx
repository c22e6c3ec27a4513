import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import {
  changedIn,
  DetailsForm,
  detailsOf,
  keepDetails,
  PROFILE,
  takeDetails,
  type Details,
} from "~/features/profile/details";
import { bankOptions } from "~/lib/banks";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "profile:editTitle", back: PROFILE };

export async function loader({ context }: LoaderFunctionArgs) {
  const { operator } = context;
  const [read, banks] = await Promise.all([operator.getProfile(), operator.lookupBanks()]);
  const { fault, at = "", ...kept } = takeDetails(context);
  const typed = { ...detailsOf(read), ...kept };
  // The review redirects to here with the operator's refusal, in the shape of a refused form.
  const found: SubmissionResult<string[]> | null = fault
    ? { status: "error", initialValue: typed, error: { [at]: [fault] } }
    : null;
  return { typed, banks, found };
}

/** Sends nothing: valid details go on to the review. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: DetailsForm });
  if (submission.status !== "success") return refused(submission);
  const read = await soft(context.operator.getProfile());
  if (read && changedIn(detailsOf(read), submission.value).length === 0) {
    context.flash({ tone: "info", text: "profile:unchanged" });
    return redirect(PROFILE, 303);
  }
  keepDetails(context, submission.value);
  return redirect("/user/profile/edit/review", 303);
}

export default function EditProfile() {
  const { typed, banks, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, locale, site } = useRequest();
  const [form, fields] = useForm<Details>({
    id: "edit",
    lastResult: answer?.result ?? (found as SubmissionResult<string[]> | null),
    defaultValue: typed,
  });
  const labels = {
    name: t("profile:name"),
    bankCode: t("profile:bank"),
    bankAccountName: t("profile:holder"),
    bankAccountNo: t("profile:number"),
  };
  return (
    <Sheet title={t("profile:editTitle")} back={PROFILE} form={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <SheetBody>
          <FormErrors form={form} labels={labels} />
          <TextField meta={fields.name} label={labels.name} autoComplete="name" maxLength={60} required />
          <p className="meta">{t("profile:editLead")}</p>
          <SelectField
            meta={fields.bankCode}
            label={labels.bankCode}
            icon="bank"
            placeholder={t("register:chooseBank")}
            options={bankOptions(banks, site.laos, locale)}
            required
          />
          <TextField
            meta={fields.bankAccountName}
            label={labels.bankAccountName}
            hint={site.market === "th" ? t("register:englishHint") : undefined}
            autoComplete="off"
            maxLength={100}
            required
          />
          <TextField
            meta={fields.bankAccountNo}
            label={labels.bankAccountNo}
            hint={site.market === "th" ? t("register:accountHintThai") : t("register:accountHint")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            required
          />
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("profile:check")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
