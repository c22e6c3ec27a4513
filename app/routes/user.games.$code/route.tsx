import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refused, soft } from "~/actions";
import type { Json } from "../../../server/operations/json";
import { gamePage, openGameIn } from "~/features/games/game";
import { lastOp } from "~/features/receipt/last-op";
import { restated, sendOperation } from "~/features/receipt/money-form";
import { repeatsLast } from "~/features/receipt/repeats-last";
import { accountsOf, hasMoney, MAIN_WALLET } from "~/features/wallet/accounts";
import { decimal, formatMoney, parseMoney } from "~/lib/money";
import { pictureFrom } from "~/lib/picture";
import type { RouteHandle } from "~/root";
import { isNothing, PlayForm } from "./form";
import { GamePage } from "./game-page";

export const handle: RouteHandle = { title: "games:title", back: "/user/home" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reading = context.operator.getWallet();
  const [wallet, formKey, last, known] = await Promise.all([
    reading,
    transferKey(context),
    lastOp(context, reading),
    context.lastKnown.read(),
  ]);
  const { code, name, amount, ftWalletSlot, logo, background } = openGameIn(wallet, params.code!);
  const asked = new URL(request.url).searchParams.get("amount");
  return {
    heading: name,
    formKey,
    last,
    game: {
      code,
      name,
      amount,
      rate: ftWalletSlot,
      logo: pictureFrom(logo, context.site.imageHosts),
      background: pictureFrom(background, context.site.imageHosts),
    },
    available: wallet.wallet.amount,
    // As on the page of transfers: money in another account can be moved here.
    empty: wallet.unread === 0 && !accountsOf(wallet).some(hasMoney),
    readAt: known.games?.[code] ?? null,
    typed: { ...(asked && { amount: asked }), ...context.takeDraft(gamePage(code)) },
  };
}

/** The key of a transfer; null while another operation must end first, and the game can only be played. */
async function transferKey({ operations }: AppLoadContext) {
  const [open, formKey] = await Promise.all([operations.open("transfer"), operations.formKey("transfer")]);
  return open ? null : formKey;
}

/** Moves money from the main wallet into the game, and then opens it unless the member wants only the transfer. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const code = params.code!;
  const form = await request.formData();
  const wallet = await soft(context.operator.getWallet());
  if (wallet) openGameIn(wallet, code);
  const available = wallet?.wallet.amount ?? null;
  const again = restated(form, gamePage(code), (fields) => {
    const preset = form.get("preset");
    if (preset !== "all") fields.set("amount", String(preset));
    else if (available !== null) fields.set("amount", decimal(Math.max(0, available)));
  });
  if (again) return again;
  const only = form.has("only");
  if (!only && isNothing(form.get("amount"))) return launched(context, code);

  const input: Transfer = { from: MAIN_WALLET, to: code, amount: parseMoney(String(form.get("amount"))) };
  const repeated = await repeatsLast(context, "transfer", input);
  const { currency } = context.requireMember();
  const schema = PlayForm({ available: repeated ? null : available, money: (minor) => formatMoney(minor, currency) });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused(submission);
  const sent = await sendOperation(context, "transfer", input, form, submission);
  if (!("receipt" in sent)) return sent;
  if (!only && (await isDone(context, sent.receipt, input))) return launched(context, code, sent.receipt);
  return redirect(`/user/receipt/${sent.receipt}`, 303);
}

type Transfer = Record<"from" | "to" | "amount", Json>;

/** The page that opens the game, which only this member can open now. */
function launched(context: AppLoadContext, code: string, receipt?: string) {
  context.asked.note({ what: "launch", code, detail: receipt });
  return redirect(`${gamePage(code)}/launch`, 303);
}

/** Whether this transfer has its receipt and is known to be done: with any doubt, nothing is opened. */
async function isDone({ operations }: AppLoadContext, id: string, input: Transfer) {
  const op = await operations.view(id);
  const sent = op?.input as Transfer | undefined;
  return op?.op === "transfer" && op.state === "done" && sent?.to === input.to && sent.amount === input.amount;
}

export default function Game() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ amount: number }>({
    id: "play",
    lastResult: answer?.result,
    defaultValue: data.typed,
  });
  const confirm = answer !== undefined && "confirm" in answer && answer.confirm;
  return (
    <GamePage
      {...data}
      form={{ ...getFormProps(form), noValidate: undefined }}
      faults={form}
      amount={fields.amount}
      confirm={confirm}
    />
  );
}
