import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, refused } from "~/actions";
import { bankOptions } from "~/lib/banks";
import { answerFault, arrived, DONE, enter, stepPath } from "~/features/register/steps";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { RegistrationStep } from "~/features/register/step-head";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { createAccount } from "./create-account";
import { CurrencyChoice } from "./currency-choice";
import { Declaration } from "./declaration";
import { BankForm } from "./form";

export const handle: RouteHandle = { title: "register:title", back: "/register/profile" };
export const headers = answerHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  enter(context, "bank");
  const banks = await context.operator.lookupBanks();
  const typed: Record<string, string> = context.takeDraft(stepPath.bank);
  return { typed, found: arrived(context, "bank", typed), banks };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const wizard = enter(context, "bank");
  const submission = parseWithZod(await request.formData(), { schema: BankForm(context.site) });
  if (submission.status !== "success") return refused(submission);
  const { firstName, lastName, adult: _, ...bank } = submission.value;
  const fault = await createAccount(context, wizard, { ...bank, bankAccountName: `${firstName} ${lastName}` });
  return fault ? answerFault(context, "bank", fault, submission) : redirect(DONE, 303);
}

type Field = "currency" | "bankCode" | "firstName" | "lastName" | "bankAccountNo" | "adult";

export default function RegisterBank() {
  const { typed, found, banks } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, locale, site } = useRequest();
  const [form, fields] = useForm<Record<Field, string>>({
    id: "bank",
    lastResult: answer?.result ?? found,
    defaultValue: typed,
  });
  const thai = site.market === "th";
  const labels = {
    bankCode: t("register:bank"),
    firstName: t("register:firstName"),
    lastName: t("register:lastName"),
    bankAccountNo: t("register:accountNumber"),
  };
  return (
    <Sheet title={t("register:title")} back={stepPath.profile} form={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <SheetBody>
          <RegistrationStep step="bank" title={t("register:bankHeading")}>
            {t("register:bankLead")}
          </RegistrationStep>
          <FormErrors form={form} labels={labels} />
          {form.errors?.includes("register:outcomeUnknown") && (
            <ButtonLink variant="secondary" width="full" href="/login">
              {t("register:tryLogin")}
            </ButtonLink>
          )}
          <div className="stack">
            {site.currencies.length > 1 && <CurrencyChoice meta={fields.currency} />}
            <SelectField
              meta={fields.bankCode}
              label={labels.bankCode}
              hint={thai ? t("register:bankHint") : undefined}
              icon="bank"
              placeholder={t("register:chooseBank")}
              options={bankOptions(banks, site.laos, locale)}
              required
            />
            <TextField
              meta={fields.firstName}
              label={labels.firstName}
              hint={thai ? t("register:englishHint") : undefined}
              autoCapitalize="characters"
              autoComplete="given-name"
              maxLength={60}
              required
            />
            <TextField
              meta={fields.lastName}
              label={labels.lastName}
              autoCapitalize="characters"
              autoComplete="family-name"
              maxLength={60}
              required
            />
            <TextField
              meta={fields.bankAccountNo}
              label={labels.bankAccountNo}
              hint={thai ? t("register:accountHintThai") : t("register:accountHint")}
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              required
            />
            <Declaration meta={fields.adult} />
          </div>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("register:submit")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
