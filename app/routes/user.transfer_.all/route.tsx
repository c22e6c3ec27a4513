import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { refused, soft } from "~/actions";
import { accountNamed, accountsOf, MAIN_WALLET, sumOf, type Account } from "~/features/wallet/accounts";
import { RequiredText } from "~/lib/form";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormErrors, FormKey } from "~/ui/form-parts";
import { lastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { Holding } from "~/ui/holding";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "transfer:allTitle", back: "/user/transfer" };

/** The accounts that would be emptied: all others that have money, or may have some. */
const sourcesOf = (accounts: Account[], to: string) =>
  accounts.filter(({ key, amount }) => key !== to && (amount === null || amount > 0));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reading = context.operator.getWallet();
  const [wallet, formKey, last] = await Promise.all([
    reading,
    openMoneyForm(context, "transferAll"),
    lastOp(context, reading),
  ]);
  const accounts = accountsOf(wallet);
  const asked = new URL(request.url).searchParams.get("to") || MAIN_WALLET;
  const target = accountNamed(asked, wallet);
  if (!target) throw redirect(`/user/games/${encodeURIComponent(asked)}`, 303);
  return { formKey, last, target, sources: sourcesOf(accounts, target.key), unread: wallet.unread };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const wallet = await soft(context.operator.getWallet());
  const accounts = wallet ? accountsOf(wallet) : null;
  const schema = z.object({ to: RequiredText("transfer:selectAccount") });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused(submission);
  const { to } = submission.value;
  if (accounts && !accounts.some(({ key }) => key === to))
    return refused(submission, { form: "transfer:unknownAccount" });
  const repeated = await repeatsLast(context, "transferAll", { to });
  if (accounts && !repeated && sourcesOf(accounts, to).length === 0)
    return refused(submission, { form: "transfer:allNothing" });
  return runOperation(context, "transferAll", { to }, form, submission);
}

export default function TransferAll() {
  const { target, sources, unread, formKey, last } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, money } = useRequest();
  const [form] = useForm<{ to: string }>({ id: "transfer-all", lastResult: answer?.result });
  const name = (account: { name: string | null }) => account.name ?? t("common:mainWallet");
  const total = unread > 0 ? null : sumOf(sources.map(({ amount }) => amount));
  return (
    <Sheet title={t("transfer:allTitle")} back="/user/transfer">
      <form method="post" {...getFormProps(form)} data-enhance="transfer">
        <FormKey value={formKey} />
        <input type="hidden" name="to" value={target.key} />
        {answer && "confirm" in answer && answer.confirm === true && <input type="hidden" name="confirmed" value="1" />}
        <SheetBody>
          <LastOperation op={last} />
          <FormErrors form={form} />
          {sources.length === 0 ? (
            <p>{t("transfer:allNothing")}</p>
          ) : (
            <>
              <p>{t("transfer:allLead", { account: name(target) })}</p>
              <div className="card">
                <Facts
                  pairs={[
                    ...sources.map((source): [string, ReactNode] => [
                      name(source),
                      <Holding key={source.key} amount={source.amount} />,
                    ]),
                    [t("transfer:allTotal"), <Holding key="total" amount={total} size="large" />],
                  ]}
                />
              </div>
            </>
          )}
        </SheetBody>
        <SheetFoot>
          {sources.length === 0 ? (
            <>
              {/* With nothing anywhere, the form would have nothing to move either. */}
              {target.amount === 0 ? (
                <ButtonLink size="large" width="full" href="/user/deposit">
                  {t("common:navDeposit")}
                </ButtonLink>
              ) : (
                <ButtonLink size="large" width="full" href="/user/transfer">
                  {t("transfer:title")}
                </ButtonLink>
              )}
              <ButtonLink variant="quiet" width="full" href="/user/home">
                {t("common:backHome")}
              </ButtonLink>
            </>
          ) : (
            <Button size="large" width="full">
              {total === null ? t("transfer:allTitle") : t("transfer:allSubmit", { amount: money(total) })}
            </Button>
          )}
        </SheetFoot>
      </form>
    </Sheet>
  );
}
