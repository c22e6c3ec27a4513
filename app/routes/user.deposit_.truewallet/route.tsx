import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused } from "~/actions";
import { formatMoney } from "~/lib/money";
import { runOperation } from "~/features/receipt/money-form";
import type { RouteHandle } from "~/root";
import { readChannels, type TrueWallet } from "~/features/deposit/channels";
import { repeatsLast } from "~/features/receipt/repeats-last";
import type { Json } from "../../../server/operations/json";
import type { OpName } from "../../../server/operations/types";
import { DepositNotLoaded, TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { Add } from "./add";
import { AddForm, GiftForm } from "./form";
import { Gift } from "./gift";
import { trueWalletPage } from "./page";

export const handle: RouteHandle = { title: "deposit:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = await trueWalletPage(context, new URL(request.url).searchParams);
  return json(page, { status: page.failed ? 503 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const gift = new URL(request.url).searchParams.get("by") === "gift" || form.has("link");
  return gift ? sendGift(context, form) : announce(context, form);
}

async function announce(context: AppLoadContext, form: FormData) {
  const money = (minor: number) => formatMoney(minor, context.requireMember().currency);
  const submission = parseWithZod(form, { schema: AddForm(money) });
  if (submission.status !== "success") return refused(submission);
  const input = { amount: submission.value.amount };
  const offered = await isOffered(context, "AUTO", "addToWallet", input);
  if (offered === null) return refused(submission, { form: "receipt:closed", status: 503 });
  if (!offered) return redirect(TRUE_WALLET_PAGE, 303);
  return runOperation(context, "addToWallet", input, form, submission);
}

/** Sends a gift link. Anyone who has the link can take the money, so only its hash is stored. */
async function sendGift(context: AppLoadContext, form: FormData) {
  if (!context.site.giftLinks) throw redirect(TRUE_WALLET_PAGE, 303);
  const submission = parseWithZod(form, { schema: GiftForm });
  if (submission.status !== "success") return refused(submission);
  const { link } = submission.value;
  const input = { linkHash: createHash("sha256").update(link).digest("hex") };
  const offered = await isOffered(context, "GIFT", "submitTruelink", input);
  if (offered === null) return refused(submission, { form: "receipt:closed", status: 503 });
  if (!offered) return redirect(TRUE_WALLET_PAGE, 303);
  return runOperation(context, "submitTruelink", input, form, submission, link);
}

/** Whether the operator offers this to the member now; null if that cannot be read. What was sent before was offered. */
async function isOffered(context: AppLoadContext, mode: TrueWallet["mode"], op: OpName, input: Record<string, Json>) {
  if (await repeatsLast(context, op, input)) return true;
  const channels = await readChannels(context);
  return channels && channels.wallets.some((wallet) => wallet.mode === mode);
}

export default function DepositTrueWallet() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (page.failed) return <DepositNotLoaded current="wallet" channels={page.channels} />;
  return page.view === "gift" ? <Gift page={page} answer={answer} /> : <Add page={page} answer={answer} />;
}
