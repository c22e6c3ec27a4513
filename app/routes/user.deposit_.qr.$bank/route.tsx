import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused } from "~/actions";
import { qrProvider } from "~/features/deposit/channels";
import { findQr, madeBy, makerOf } from "~/features/qr/made-qr";
import { formatMoney } from "~/lib/money";
import { runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { QrForm } from "./form";
import { NewQr } from "./new-qr";
import { OpenQr } from "./open-qr";
import { ClosedQr, PaidQr } from "./past-qr";
import { closedState, formState, named, presentState } from "./qr-state";

export const handle: RouteHandle = { title: "deposit:title" };

const providerOf = (code: string | undefined, { fpQrMinimum }: { fpQrMinimum: number }) => {
  const provider = qrProvider(code ?? "", fpQrMinimum);
  if (!provider) throw new Response(null, { status: 404 });
  return provider;
};

/** One URL for a QR from start to end: the form, the open code, then the outcome. `op` is the id of its operation. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { operations, site } = context;
  const provider = providerOf(params.bank, site);
  const { op: id, ...asked } = Object.fromEntries(new URL(request.url).searchParams);
  const [found, view, last] = await Promise.all([
    findQr(context, provider.code),
    id ? operations.view(id) : null,
    operations.last(),
  ]);
  const made = madeBy(view, provider.code);
  const bank = provider.code;
  if (found.open) {
    const maker = makerOf(found, [made, madeBy(last, bank)]);
    if (maker && maker.op.id !== id) throw named(maker);
    return { bank, ...(await presentState(context, bank, found, maker)) };
  }
  if (made) return { bank, ...(await closedState(context, made)) };
  const draft = context.takeDraft(`/user/deposit/qr/${bank}`);
  return { bank, ...(await formState(context, provider, { ...asked, ...draft })) };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { code, minimum } = providerOf(params.bank, context.site);
  const form = await request.formData();
  const money = (minor: number) => formatMoney(minor, context.requireMember().currency);
  const submission = parseWithZod(form, { schema: QrForm({ minimum, money }) });
  if (submission.status !== "success") return refused(submission);
  return runOperation(context, "createQr", { bankCode: code, amount: submission.value.amount }, form, submission);
}

export default function DepositQr() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  switch (data.state) {
    case "present":
      return <OpenQr qr={data} answer={answer} />;
    case "paid":
      return <PaidQr qr={data} />;
    case "closed":
      return <ClosedQr qr={data} answer={answer} />;
    case "form":
      return <NewQr form={data} answer={answer} />;
  }
}
