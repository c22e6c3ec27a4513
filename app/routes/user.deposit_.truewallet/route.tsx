import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { channelsOf } from "~/features/deposit/channels";
import { refused } from "~/lib/form";
import { formatMoney } from "~/lib/money";
import { openMoneyForm, runOperation } from "~/features/receipt/money-form";
import { soft } from "~/lib/soft";
import { supportOf } from "~/features/contact/support";
import type { RouteHandle } from "~/root";
import { TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { Add } from "./add";
import { AddForm, GiftForm } from "./form";
import { Gift } from "./gift";

export const handle: RouteHandle = { title: "deposit:title" };

/** Deposits from true-wallet: a transfer that is announced, or the link of a gift, whichever the operator offers. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site } = context;
  const [offered, wallet, bonus, support] = await Promise.all([
    soft(operator.lookupDeposit()),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  const channels = channelsOf(offered, site.giftLinks);
  // The deposit page says that there is no way, and where to ask.
  if (channels.wallets.length === 0) throw redirect("/user/deposit", 303);
  const accounts = channels.wallets.filter(({ mode }) => mode === "AUTO");
  const gifts = accounts.length < channels.wallets.length;
  const { by, ...asked } = Object.fromEntries(new URL(request.url).searchParams);
  const typed: Record<string, string> = { ...asked, ...context.takeDraft(TRUE_WALLET_PAGE) };
  const view =
    gifts && (by === "gift" || "link" in typed || accounts.length === 0) ? ("gift" as const) : ("add" as const);
  return {
    ...(await openMoneyForm(context, view === "gift" ? "submitTruelink" : "addToWallet")),
    view,
    both: gifts && accounts.length > 0,
    accounts,
    channels,
    balance: wallet?.wallet.amount ?? null,
    held: bonus?.status ?? false,
    support,
    typed,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const gift = new URL(request.url).searchParams.get("by") === "gift" || form.has("link");
  return gift ? sendGift(context, form) : announce(context, form);
}

async function announce(context: AppLoadContext, form: FormData) {
  const money = (minor: number) => formatMoney(minor, context.member!.currency);
  const submission = parseWithZod(form, { schema: AddForm(money) });
  if (submission.status !== "success") return refused(submission);
  return runOperation(context, "addToWallet", { amount: submission.value.amount }, form, submission);
}

/** Whoever knows the link has the money: it is sent, and only its hash is written down. */
async function sendGift(context: AppLoadContext, form: FormData) {
  if (!context.site.giftLinks) throw redirect(TRUE_WALLET_PAGE, 303);
  const submission = parseWithZod(form, { schema: GiftForm });
  if (submission.status !== "success") return refused(submission);
  const { link } = submission.value;
  const linkHash = createHash("sha256").update(link).digest("hex");
  return runOperation(context, "submitTruelink", { linkHash }, form, submission, link);
}

export default function DepositTrueWallet() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return page.view === "gift" ? <Gift page={page} answer={answer} /> : <Add page={page} answer={answer} />;
}
