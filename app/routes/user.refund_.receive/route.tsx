import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import { lastOp } from "~/features/receipt/last-op";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { refundOffer } from "~/features/refund/offer";
import { ConfirmReward } from "~/features/wallet/confirm-reward";
import { isBare, isSame, RewardForm, type Reward } from "~/features/wallet/reward";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "refund:confirmTitle", back: "/user/refund" };

/** The operator has a call of its own for a refund that brings no bonus to hold. */
const callFor = (reward: Reward) => (isBare(reward) ? "addRefundToWallet" : "receiveRefund");

/** /user/refund says why nothing can be received. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { reward, total, hindrance } = await refundOffer(context);
  if (!reward || hindrance) throw redirect("/user/refund", 303);
  const [formKey, last] = await Promise.all([
    openMoneyForm(context, callFor(reward)),
    lastOp(context, soft(context.operator.getWallet())),
  ]);
  return { reward, total, formKey, last };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: RewardForm });
  if (submission.status !== "success") return refused(submission, { form: "wallet:changed" });
  const seen = submission.value;
  const call = callFor(seen);
  const { reward } = await refundOffer(context);
  const repeated = await repeatsLast(context, call, { amount: seen.amount });
  if (reward && !repeated && !isSame(reward, seen)) return refused(submission, { form: "wallet:changed" });
  return runOperation(context, call, { amount: seen.amount }, form, submission);
}

export default function ReceiveRefund() {
  const data = useLoaderData<typeof loader>();
  const { t, money } = useRequest();
  return (
    <ConfirmReward
      {...data}
      answer={useActionData<typeof action>()}
      back="/user/refund"
      title={t("refund:confirmTitle")}
      question={t("refund:question")}
      submit={t("refund:submit", { amount: money(data.reward.amount) })}
    />
  );
}
