import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import type { Currency } from "../../../server/context";
import { decimal } from "~/lib/money";
import { openMoneyForm, restated } from "~/features/receipt/money-form";
import { supportOf } from "~/features/contact/support";
import { readBounds, withdrawable, WithdrawalForm } from "~/features/withdraw/bounds";
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
import { Blocked } from "./blocked";

export const handle: RouteHandle = { title: "withdraw:title" };

/** Minor units. */
const PRESETS: Record<Currency, number[]> = { BAHT: [500_00, 1_000_00], LAK: [100_000_00, 500_000_00] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site } = context;
  const reading = operator.getWallet();
  const [wallet, limits, bonus, support, last] = await Promise.all([
    reading,
    soft(operator.lookupWithdraw()),
    soft(operator.checkActiveBonus()),
    supportOf(context),
    lastOp(context, reading),
    openMoneyForm(context, site.withdrawCall),
  ]);
  const account = wallet.bankAccount?.bankAccountNo.trim() ? wallet.bankAccount : null;
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  return {
    holdings: withdrawable(wallet, site.withdrawCall),
    account,
    limits: limits ?? null,
    presets: PRESETS[context.requireMember().currency].filter(
      (preset) => preset >= (limits?.withdrawMin ?? 0) && preset <= (limits?.withdrawMax ?? Infinity),
    ),
    blocked: account === null ? ("bank" as const) : bonus?.status ? ("bonus" as const) : null,
    support,
    last,
    typed: { ...asked, ...context.takeDraft("/user/withdraw") },
  };
}

/** Moves no money: a valid amount redirects to the review. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const bounds = await readBounds(context);
  const again = restated(form, "/user/withdraw", (fields) => {
    const preset = String(form.get("preset"));
    const most = Math.min(bounds.available ?? Infinity, bounds.maximum ?? Infinity);
    if (preset !== "all") fields.set("amount", preset);
    else if (Number.isFinite(most)) fields.set("amount", decimal(Math.max(0, most)));
  });
  if (again) return again;
  const submission = parseWithZod(form, { schema: WithdrawalForm(bounds, context) });
  if (submission.status !== "success") return refused(submission);
  return redirect(`/user/withdraw/review?amount=${decimal(submission.value.amount)}`, 303);
}

export default function Withdraw() {
  const { holdings, account, limits, presets, blocked, support, last, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money } = useRequest();
  const [form, fields] = useForm<{ amount: number }>({
    id: "withdraw",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const labels = { amount: t("withdraw:amount") };
  const { withdrawMin: minimum = null, withdrawMax: maximum = null } = limits ?? {};
  const hint =
    minimum !== null && maximum !== null
      ? t("withdraw:limits", { minimum: money(minimum), maximum: money(maximum) })
      : undefined;
  return (
    <Sheet title={t("withdraw:title")} back="/user/home" form={blocked ? undefined : form.id}>
      <form method="post" action="/user/withdraw" {...getFormProps(form)} noValidate={undefined}>
        <MainSubmit />
        <CsrfToken />
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors form={form} labels={labels} />
          <AccountsCard holdings={holdings} account={account} />
          {blocked ? (
            <Blocked by={blocked} support={support} />
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
