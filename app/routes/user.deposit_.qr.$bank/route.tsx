import { parseWithZod } from "@conform-to/zod/v4";
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused } from "~/actions";
import { qrProvider, readChannels } from "~/features/deposit/channels";
import { DepositNotLoaded } from "~/features/deposit/frame";
import { findQr, madeBy, makerOf } from "~/features/qr/made-qr";
import { formatMoney } from "~/lib/money";
import { runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { QrForm } from "./form";
import { NewQr } from "./new-qr";
import { OpenQr } from "./open-qr";
import { ClosedQr, PaidQr } from "./past-qr";
import { closedState, formState, named, presentState, unreadState } from "./qr-state";

export const handle: RouteHandle = { title: "deposit:title" };

const providerOf = (code: string | undefined, { fpQrMinimum }: { fpQrMinimum: number }) => {
  const provider = qrProvider(code ?? "", fpQrMinimum);
  if (!provider) throw new Response(null, { status: 404 });
  return provider;
};

/** The deposit page, with the notice that this provider makes no QRs now. */
const OFF = "/user/deposit?qr=off";

/** One URL for a QR from start to end: the form, the open code, then the outcome. `op` is the id of its operation. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const data = await stateOf(context, params.bank, new URL(request.url).searchParams);
  return json(data, { status: data.state === "unread" ? 503 : 200 });
}

async function stateOf(context: AppLoadContext, code: string | undefined, query: URLSearchParams) {
  const { operations, site } = context;
  const provider = providerOf(code, site);
  const bank = provider.code;
  const { op: id, ...asked } = Object.fromEntries(query);
  const [found, channels, view, last] = await Promise.all([
    findQr(context, bank).catch(unlessUnread),
    readChannels(context),
    id ? operations.view(id) : null,
    operations.last(),
  ]);
  const made = madeBy(view, bank);
  const offered = channels?.qr.includes(bank);
  if (found?.open) {
    const maker = makerOf(found, [made, madeBy(last, bank)]);
    if (maker && maker.op.id !== id) throw named(maker);
    return { bank, ...(await presentState(context, bank, found, maker)) };
  }
  if (found && made) return { bank, ...(await closedState(context, made, offered ?? false)) };
  if (offered === false) throw redirect(OFF, 303);
  if (!found || !channels) return { bank, ...unreadState(channels) };
  // A code that was made before stays to be seen.
  await context.protection.admit({ kind: "deposit", amount: null });
  const draft = context.takeDraft(`/user/deposit/qr/${bank}`);
  return { bank, ...(await formState(context, provider, channels, { ...asked, ...draft })) };
}

/** Null if a read failed. @throws anything else, such as a redirect or a 404 */
function unlessUnread(thrown: unknown): null {
  if (thrown instanceof Response && thrown.status === 503) return null;
  throw thrown;
}

/** A QR is made only if the operator offers this provider to the member now. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const { code, minimum } = providerOf(params.bank, context.site);
  const [form, channels] = await Promise.all([request.formData(), readChannels(context)]);
  const money = (minor: number) => formatMoney(minor, context.requireMember().currency);
  const submission = parseWithZod(form, { schema: QrForm({ minimum, money }) });
  if (submission.status !== "success") return refused(submission);
  if (!channels) return refused(submission, { form: "receipt:closed", status: 503 });
  if (!channels.qr.includes(code)) return redirect(OFF, 303);
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
    case "unread":
      return <DepositNotLoaded current="qr" channels={data.channels} />;
    case "form":
      return <NewQr form={data} answer={answer} />;
  }
}
