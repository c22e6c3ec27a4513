import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import type { Json } from "../../../server/operations/json";
import {
  accountNamed,
  accountsOf,
  hasMoney,
  holdingText,
  MAIN_WALLET,
  MIN_TRANSFER,
  type Account,
} from "~/features/wallet/accounts";
import { PRESETS } from "~/features/wallet/presets";
import { currencySymbol, decimal, formatMoney, parseMoney } from "~/lib/money";
import { openMoneyForm, restated, runOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { Button, MainSubmit } from "~/ui/button";
import { SelectField, MoneyField } from "~/ui/field";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { Presets } from "~/ui/presets";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";
import { TransferForm } from "./form";
import { NothingToTransfer } from "./nothing";
import { RatePreview } from "./rate-preview";

export const handle: RouteHandle = { title: "transfer:title", back: "/user/home" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reading = context.operator.getWallet();
  const [wallet, formKey, last] = await Promise.all([
    reading,
    openMoneyForm(context, "transfer"),
    lastOp(context, reading),
  ]);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  for (const key of [asked.from, asked.to]) if (key) accountNamed(key, wallet);
  const accounts = accountsOf(wallet);
  return {
    formKey,
    last,
    accounts,
    unread: wallet.unread,
    typed: { from: firstWithMoney(accounts), ...asked, ...context.takeDraft("/user/transfer") },
  };
}

/** The main wallet, or else the first account with money. */
const firstWithMoney = (accounts: Account[]) => accounts.find(hasMoney)?.key ?? MAIN_WALLET;

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wallet = await soft(context.operator.getWallet());
  const accounts = wallet ? accountsOf(wallet) : null;

  const again = restated(form, "/user/transfer", (fields) => {
    const preset = form.get("preset");
    const all = accounts?.find((account) => account.key === fields.get("from"))?.amount;
    if (preset === "all") {
      if (typeof all === "number") fields.set("amount", decimal(Math.max(0, all)));
    } else if (preset) fields.set("amount", String(preset));
    if (!form.has("swap")) return;
    fields.set("from", String(form.get("to") ?? ""));
    fields.set("to", String(form.get("from") ?? ""));
  });
  if (again) return again;

  const currency = context.requireMember().currency;
  const input = {
    from: form.get("from"),
    to: form.get("to"),
    amount: parseMoney(String(form.get("amount"))),
  } as Record<string, Json>;
  const repeated = await repeatsLast(context, "transfer", input);
  const schema = TransferForm({ accounts: repeated ? null : accounts, money: (minor) => formatMoney(minor, currency) });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused(submission);
  return runOperation(context, "transfer", submission.value, form, submission);
}

export default function Transfer() {
  const { accounts, unread, typed, formKey, last } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money, member } = useRequest();
  const [form, fields] = useForm<{ from: string; to: string; amount: number }>({
    id: "transfer",
    lastResult: answer?.result,
    defaultValue: typed,
  });
  const options = accounts.map(({ key, name, amount }) => ({
    value: key,
    label: `${name ?? t("common:mainWallet")} · ${holdingText(amount, { t, money })}`,
  }));
  const source = accounts.find((account) => account.key === fields.from.value);
  const target = accounts.find((account) => account.key === fields.to.value);
  const amount = parseMoney(fields.amount.value ?? "");
  if (unread === 0 && (accounts.length === 1 || !accounts.some(hasMoney)))
    return <NothingToTransfer games={accounts.length > 1} last={last} />;
  return (
    <Sheet title={t("transfer:title")} back="/user/home" form={form.id}>
      <form method="post" {...getFormProps(form)} noValidate={undefined}>
        <MainSubmit />
        <FormKey value={formKey} />
        {answer && "confirm" in answer && answer.confirm && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors
            form={form}
            labels={{ from: t("transfer:from"), to: t("transfer:to"), amount: t("common:amount") }}
          />
          <div className="transfer">
            <SelectField
              meta={fields.from}
              label={t("transfer:from")}
              icon="wallet"
              placeholder={t("transfer:chooseAccount")}
              options={options}
              required
            />
            <button
              type="submit"
              className="icon-button"
              name="swap"
              value="1"
              formNoValidate
              aria-label={t("transfer:swap")}
            >
              <Icon name="swap" />
            </button>
            <SelectField
              meta={fields.to}
              label={t("transfer:to")}
              icon="slot"
              placeholder={t("transfer:chooseAccount")}
              options={options}
              required
            />
          </div>
          <Unread count={unread} />
          <MoneyField
            meta={fields.amount}
            label={t("common:amount")}
            required
            hint={
              source && source.amount !== null && hasMoney(source)
                ? t("transfer:amountHint", { minimum: money(MIN_TRANSFER), maximum: money(source.amount) })
                : t("transfer:minimumHint", { minimum: money(MIN_TRANSFER) })
            }
          />
          <Presets amounts={PRESETS[member!.currency]} all={t("transfer:allOfIt")} />
          <RatePreview source={source} target={target} amount={amount} />
          {accounts.slice(1).some((account) => account.amount === null || account.amount > 0) && (
            <p>
              <a className="link" href="/user/transfer/all?to=wallet">
                {t("transfer:gather")}
              </a>
            </p>
          )}
        </SheetBody>
        <SheetFoot>
          <Button
            size="large"
            width="full"
            data-label={t("transfer:submitAmount", { amount: `${currencySymbol(member!.currency)}{}` })}
          >
            {amount ? t("transfer:submitAmount", { amount: money(amount) }) : t("transfer:submit")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
