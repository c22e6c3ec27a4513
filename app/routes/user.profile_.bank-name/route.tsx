import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { refused, writeFault } from "~/actions";
import { keepUnanswered, PROFILE } from "~/features/profile/details";
import { groupAccountNumber } from "~/lib/account-number";
import { bankOf, needsEnglishName } from "~/lib/banks";
import { RequiredText } from "~/lib/form";
import { BankRow } from "~/ui/bank-row";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "profile:bankName", back: PROFILE };

/** The account whose name must be English, or null. */
async function accountOf(context: AppLoadContext) {
  const { bankAccount } = await context.operator.getProfile();
  return bankAccount && needsEnglishName(bankAccount) ? bankAccount : null;
}

export async function loader({ context }: LoaderFunctionArgs) {
  const account = await accountOf(context);
  if (!account) throw redirect(PROFILE, 303);
  return { account, typed: context.takeDraft("/user/profile/bank-name") };
}

const BankNameForm = z.object({
  bankCode: z.string().max(32),
  bankAccountName: RequiredText("profile:requiredEngLang")
    .max(100, "register:tooLong")
    .regex(/^[A-Za-z ]+$/, "profile:requiredEngLang"),
});

/** The form names the bank that the member has seen: if the account is at another one by now, the operator refuses. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: BankNameForm });
  if (submission.status !== "success") return refused(submission);
  const outcome = await context.account.updateBankAccountName(submission.value);
  if (outcome.kind === "unknown") {
    keepUnanswered(context, submission.value);
    return redirect(PROFILE, 303);
  }
  const fault = writeFault(context, outcome, "profile:notSent");
  if (fault) {
    // The form would lead away from what it says.
    if (!(await accountOf(context))) {
      context.flash({ tone: "bad", text: fault.text });
      return redirect(PROFILE, 303);
    }
    const isName = outcome.kind === "refused" && outcome.fields.includes("bankAccountName");
    const shown = isName ? { fields: { bankAccountName: fault.text } } : { form: fault.text };
    return refused(submission, { ...fault, ...shown });
  }
  context.flash({ tone: "good", text: "profile:saved" });
  return redirect(PROFILE, 303);
}

export default function BankName() {
  const { account, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, locale } = useRequest();
  const [form, fields] = useForm<{ bankAccountName: string }>({
    id: "bank-name",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  return (
    <Sheet title={t("profile:bankName")} back={PROFILE} form={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <input type="hidden" name="bankCode" value={account.bankCode} />
        <SheetBody>
          <FormErrors form={form} labels={{ bankAccountName: t("profile:englishName") }} />
          <div className="card">
            <BankRow code={account.bankCode}>
              <p className="row-title">
                {bankOf(account, locale)} <span className="number">{groupAccountNumber(account.bankAccountNo)}</span>
              </p>
              <p className="row-meta">{t("profile:oldName", { name: account.bankAccountName })}</p>
            </BankRow>
          </div>
          <TextField
            meta={fields.bankAccountName}
            label={t("profile:englishName")}
            hint={t("profile:englishHint")}
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={100}
          />
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("profile:saveName")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
