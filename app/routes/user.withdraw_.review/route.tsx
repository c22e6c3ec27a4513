import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answerHeaders, refused, soft } from "~/actions";
import { groupAccountNumber } from "~/lib/account-number";
import { bankOf } from "~/lib/banks";
import { decimal, formatMoney, parseMoney } from "~/lib/money";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { amountFault, boundsOf, readBounds, withdrawable, WithdrawalForm } from "~/features/withdraw/bounds";
import { confirmPassword } from "~/features/login/confirm-password";
import { asksPassword, Password } from "~/features/withdraw/password";
import type { RouteHandle } from "~/root";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { MoneyField, PasswordField } from "~/ui/field";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

export const handle: RouteHandle = { title: "withdraw:reviewTitle", back: "/user/withdraw" };
export const headers = answerHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site } = context;
  const { currency } = context.requireMember();
  const amount = parseMoney(new URL(request.url).searchParams.get("amount") ?? "");
  if (amount === null) throw redirect("/user/withdraw", 303);
  const reading = operator.getWallet();
  const [wallet, limits, bonus, formKey, last] = await Promise.all([
    reading,
    soft(operator.lookupWithdraw()),
    soft(operator.checkActiveBonus()),
    openMoneyForm(context, site.withdrawCall),
    lastOp(context, reading),
  ]);
  // /user/withdraw explains that there is no bank account, or that a bonus is held, and leads on.
  const account = wallet.bankAccount;
  if (!account?.bankAccountNo.trim() || bonus?.status) throw redirect("/user/withdraw", 303);
  const { games, available } = withdrawable(wallet, site.withdrawCall);
  const fault = amountFault(amount, boundsOf(limits, available), (minor) => formatMoney(minor, currency));
  const left = available === null ? null : available - amount;
  const collects = site.withdrawCall === "withdrawAll" && games !== 0;
  const failed = fault !== null;
  return { formKey, last, amount, account, fault, failed, left, collects, asked: asksPassword(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const call = context.site.withdrawCall;
  const asked = asksPassword(context);
  const form = await request.formData();
  const amount = parseMoney(String(form.get("amount")));
  const bounds = await readBounds(context);
  const repeated = await repeatsLast(context, call, { amount });
  const submission = parseWithZod(form, {
    schema: WithdrawalForm(repeated ? { ...bounds, available: null } : bounds, context).safeExtend({
      password: Password(asked),
    }),
  });
  if (submission.status !== "success") return refused(submission);
  const { amount: valid, password = "" } = submission.value;
  const fault = asked ? await confirmPassword(context, password) : null;
  if (fault) return refused(submission, { ...fault, fields: { password: fault.text } });
  // The password must not get into the record of the operation.
  return runOperation(context, call, { amount: valid }, form, submission);
}

/** The review before the withdrawal. An amount that is no longer valid can only be changed. */
export default function Review() {
  const { amount, account, formKey, last, fault, left, collects, asked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage, money, locale } = useRequest();
  const [form, fields] = useForm<{ amount: number; password: string }>({
    id: "review",
    lastResult: answer?.result,
    defaultValue: { amount: decimal(amount) },
  });
  const invalid = fault !== null || fields.amount.errors !== undefined;
  const change = `/user/withdraw?amount=${decimal(amount)}`;
  return (
    <Sheet title={t("withdraw:reviewTitle")} back={change}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <FormKey value={formKey} />
        {answer && "confirm" in answer && answer.confirm === true && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody align={invalid ? undefined : "center"}>
          <LastOperation op={last} />
          <FormErrors form={form} labels={{ amount: t("withdraw:amount"), password: t("login:password") }} />
          {fault !== null && !fields.amount.errors && (
            <Alert tone="bad" role="alert" focus>
              <p>{translateMessage(fault)}</p>
            </Alert>
          )}
          {invalid ? (
            <MoneyField meta={fields.amount} label={t("withdraw:amount")} readOnly />
          ) : (
            <>
              <div className="stack" data-gap="tight" data-align="center">
                <h2 className="title">{t("withdraw:reviewAsk")}</h2>
                <p>
                  <Money amount={amount} size="large" />
                </p>
                <ButtonLink variant="quiet" size="small" href={change}>
                  {t("withdraw:change")}
                </ButtonLink>
              </div>
              <input type="hidden" name="amount" value={decimal(amount)} />
            </>
          )}
          <div className="card">
            <Facts
              pairs={[
                [t("withdraw:reviewBank"), bankOf(account, locale)],
                [
                  t("withdraw:reviewNumber"),
                  <span className="number">{groupAccountNumber(account.bankAccountNo)}</span>,
                ],
                [t("withdraw:reviewHolder"), <strong key="holder">{account.bankAccountName}</strong>],
                [t("withdraw:reviewLeft"), invalid || left === null ? null : <Money key="left" amount={left} />],
                [t("withdraw:reviewArrives"), invalid ? null : t("withdraw:reviewArrivesWhen")],
              ]}
            />
          </div>
          {asked && !invalid && (
            <PasswordField
              meta={fields.password}
              label={t("login:password")}
              hint={t("withdraw:passwordWhy")}
              autoComplete="current-password"
              required
            />
          )}
          {collects && (
            <Alert tone="info">
              <p>{t("withdraw:reviewGather")}</p>
            </Alert>
          )}
        </SheetBody>
        <SheetFoot>
          {invalid ? (
            <ButtonLink variant="secondary" width="full" href={change}>
              {t("withdraw:change")}
            </ButtonLink>
          ) : (
            <>
              <p className="meta" data-align="center">
                {t("withdraw:reviewFinal")}
              </p>
              <Button size="large" width="full">
                {t("withdraw:submit", { amount: money(amount) })}
              </Button>
            </>
          )}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
