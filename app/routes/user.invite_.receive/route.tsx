import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import { inviteOffer } from "~/features/invite/offer";
import { lastOp } from "~/features/receipt/last-op";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { ConfirmReward } from "~/features/wallet/confirm-reward";
import { isSame, RewardForm } from "~/features/wallet/reward";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "invite:confirmTitle", back: "/user/invite" };

/** /user/invite says why nothing can be received. */
export async function loader({ context }: LoaderFunctionArgs) {
  const [{ reward, total, hindrance }, formKey, last] = await Promise.all([
    inviteOffer(context),
    openMoneyForm(context, "receiveInviteBonus"),
    lastOp(context, soft(context.operator.getWallet())),
  ]);
  if (!reward || hindrance) throw redirect("/user/invite", 303);
  return { reward, total, formKey, last };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: RewardForm });
  if (submission.status !== "success") return refused(submission, { form: "wallet:changed" });
  const { amount } = submission.value;
  const wallet = await soft(context.operator.getWallet());
  const repeated = await repeatsLast(context, "receiveInviteBonus", { amount });
  if (wallet?.invite && !repeated && !isSame(wallet.invite, submission.value))
    return refused(submission, { form: "wallet:changed" });
  return runOperation(context, "receiveInviteBonus", { amount }, form, submission);
}

export default function ReceiveInviteBonus() {
  const data = useLoaderData<typeof loader>();
  const { t, money } = useRequest();
  return (
    <ConfirmReward
      {...data}
      answer={useActionData<typeof action>()}
      back="/user/invite"
      title={t("invite:confirmTitle")}
      question={t("invite:question")}
      submit={t("invite:submit", { amount: money(data.reward.amount) })}
    />
  );
}
