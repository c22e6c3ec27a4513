import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerHeaders, refused } from "~/actions";
import { confirmPassword } from "~/features/login/confirm-password";
import {
  changedIn,
  DetailsForm,
  detailsOf,
  EDIT,
  FIELDS,
  movesMoney,
  takeDetails,
  keepDetails,
} from "~/features/profile/details";
import type { Details } from "~/features/profile/details";
import { Button, ButtonLink } from "~/ui/button";
import { PasswordField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { Changes } from "./changes";
import { saveDetails } from "./save";

export const handle: RouteHandle = { title: "profile:reviewTitle", back: EDIT };
export const headers = answerHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  const details = DetailsForm.safeParse(takeDetails(context));
  if (!details.success) throw redirect(EDIT, 303);
  // For a reload, and for the way back to the form.
  keepDetails(context, details.data);
  const read = await context.operator.getProfile();
  const before = detailsOf(read);
  const changed = changedIn(before, details.data);
  return { before, after: details.data, changed, asked: movesMoney(changed), account: read.bankAccount };
}

const Confirmed = DetailsForm.safeExtend({ password: z.string().optional() });

/** What was reviewed is what is sent: the details come with the form. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: Confirmed });
  if (submission.status !== "success") {
    if (submission.error?.password) return refused(submission);
    return redirect(EDIT, 303);
  }
  const { password = "", ...details } = submission.value;
  const before = detailsOf(await context.operator.getProfile());
  if (movesMoney(changedIn(before, details))) {
    if (!password) return refused(submission, { fields: { password: "login:passwordMissing" } });
    const fault = await confirmPassword(context, password);
    if (fault) return refused(submission, { ...fault, fields: { password: fault.text } });
  }
  const saved = await saveDetails(context, details);
  return saved instanceof Response ? saved : refused(submission, { ...saved, form: saved.text });
}

export default function ReviewProfile() {
  const { before, after, changed, asked, account } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useRequest();
  const [form, fields] = useForm<Details & { password: string }>({ id: "review", lastResult: answer?.result });
  return (
    <Sheet title={t("profile:reviewTitle")} back={EDIT}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        {FIELDS.map((name) => (
          <input key={name} type="hidden" name={name} value={after[name]} />
        ))}
        <SheetBody>
          <FormErrors form={form} labels={{ password: t("login:password") }} />
          <p>{t("profile:reviewLead")}</p>
          <Changes before={before} after={after} changed={changed} bank={account?.bank} />
          {asked && (
            <PasswordField
              meta={fields.password}
              label={t("login:password")}
              hint={t("profile:passwordWhy")}
              autoComplete="current-password"
              required
            />
          )}
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("profile:save")}
          </Button>
          <ButtonLink variant="secondary" width="full" href={EDIT}>
            {t("profile:change")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
