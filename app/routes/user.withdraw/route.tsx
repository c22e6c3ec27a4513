import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import { decimal } from "~/lib/money";
import { openMoneyForm, restated } from "~/features/receipt/money-form";
import { supportOf } from "~/features/contact/support";
import { PRESETS } from "~/features/wallet/presets";
import { boundsOf, hasTooLittle, mostOf, readBounds, withdrawable, WithdrawalForm } from "~/features/withdraw/bounds";
import type { RouteHandle } from "~/root";
import { Alert } from "~/ui/alert";
import { Button, MainSubmit } from "~/ui/button";
import { MoneyField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { Presets } from "~/ui/presets";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { SupportLink } from "~/features/contact/support-link";
import { AccountsCard } from "./accounts-card";
import { Blocked, type Block } from "./blocked";

export const handle: RouteHandle = { title: "withdraw:title", back: "/user/home" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site } = context;
  const reading = operator.getWallet();
  const [wallet, limits, bonus, support, last] = await Promise.all([
    reading,
    operator.lookupWithdraw(),
    soft(operator.checkActiveBonus()),
    supportOf(context),
    lastOp(context, reading),
    openMoneyForm(context, site.withdrawCall),
  ]);
  const account = wallet.bankAccount?.bankAccountNo.trim() ? wallet.bankAccount : null;
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const holdings = withdrawable(wallet, site.withdrawCall);
  const bounds = boundsOf(limits, holdings.available);
  const most = mostOf(bounds);
  return {
    holdings,
    account,
    minimum: bounds.minimum,
    most,
    presets: PRESETS[context.requireMember().currency].filter(
      (preset) => preset >= (bounds.minimum ?? 0) && preset <= (most ?? Infinity),
    ),
    blocked: blockOf({
      hasBank: account !== null,
      hasBonus: bonus?.status ?? false,
      hasTooLittle: hasTooLittle(bounds),
    }),
    support,
    last,
    typed: { ...asked, ...context.takeDraft("/user/withdraw") },
  };
}

function blockOf(facts: { hasBank: boolean; hasBonus: boolean; hasTooLittle: boolean }): Block | null {
  if (!facts.hasBank) return "bank";
  if (facts.hasBonus) return "bonus";
  return facts.hasTooLittle ? "little" : null;
}

/** Moves no money: a valid amount redirects to the review. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const bounds = await readBounds(context);
  const again = restated(form, "/user/withdraw", (fields) => {
    const preset = String(form.get("preset"));
    const most = mostOf(bounds);
    if (preset !== "all") fields.set("amount", preset);
    else if (most !== null) fields.set("amount", decimal(Math.max(0, most)));
  });
  if (again) return again;
  const submission = parseWithZod(form, { schema: WithdrawalForm(bounds, context) });
  if (submission.status !== "success") return refused(submission);
  return redirect(`/user/withdraw/review?amount=${decimal(submission.value.amount)}`, 303);
}

export default function Withdraw() {
  const { holdings, account, minimum, most, presets, blocked, support, last, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money } = useRequest();
  const [form, fields] = useForm<{ amount: number }>({
    id: "withdraw",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const labels = { amount: t("withdraw:amount") };
  const hint =
    minimum !== null && most !== null
      ? t("withdraw:limits", { minimum: money(minimum), maximum: money(most) })
      : undefined;
  return (
    <Sheet title={t("withdraw:title")} back="/user/home" form={blocked ? undefined : form.id}>
      <form method="post" action="/user/withdraw" {...getFormProps(form)} noValidate={undefined}>
        <MainSubmit />
        <CsrfToken />
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors form={form} labels={labels} />
          <AccountsCard holdings={holdings} account={account} blocked={blocked !== null} />
          {blocked ? (
            <Blocked by={blocked} support={support} minimum={minimum} />
          ) : (
            <>
              <MoneyField meta={fields.amount} label={labels.amount} hint={hint} required />
              <Presets amounts={presets} all={t("withdraw:all")} />
              <Alert tone="info">
                <p>
                  {t("withdraw:checkAccount")} <SupportLink support={support} />
                </p>
              </Alert>
            </>
          )}
        </SheetBody>
        {!blocked && (
          <SheetFoot>
            <Button size="large" width="full">
              {t("withdraw:check")}
            </Button>
          </SheetFoot>
        )}
      </form>
    </Sheet>
  );
}
