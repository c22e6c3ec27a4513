import { redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import type { OpView } from "../../../server/operations/types";
import type { TrueWallet } from "~/features/deposit/channels";
import { hasChat } from "~/features/chat/chat-link";
import { supportOf } from "~/features/contact/support";
import { MINUTE_MS } from "~/lib/dates";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { gameNamesOf } from "~/features/receipt/game-names";
import { lookOf } from "~/features/receipt/look";
import { factsOf, WORDS } from "~/features/receipt/words";
import type { RouteHandle } from "~/root";
import { qrPage } from "./form-of";
import { holdingsIn } from "./holdings";
import { NextSteps } from "./next-steps";
import { Outcome } from "./outcome";
import { PayWallet } from "./pay-wallet";
import { ReceiptFacts, ReceiptMore } from "./receipt-facts";

export const handle: RouteHandle = { title: "receipt:title" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const op = await context.operations.view(params.id!);
  if (!op) throw new Response(null, { status: 404 });
  if (op.state === "done") followOn(op);
  const announced = op.op === "addToWallet" && op.state === "done";
  if (announced && op.settled === "SUCCESS") await noteArrival(context, op);
  const [wallet, closed, payTo, chat] = await Promise.all([
    op.state === "inflight" ? undefined : soft(context.operator.getWallet()),
    op.state === "review" ? isOpen(context, op.id) : false,
    announced ? trueWalletAccounts(context) : null,
    hasChat(context),
  ]);
  const support = op.state === "review" || (announced && op.settled === "FAILED") ? await supportOf(context) : null;
  const refresh = isAccepted(op) ? followSeconds(op, context.now) : pollSeconds(op, context.now);
  const games = await gameNamesOf(context, wallet);
  const failed = lookOf(op).tone === "bad";
  return { op, holdings: holdingsIn(wallet), games, closed, support, payTo, refresh, chat, failed };
}

/** The member confirms having read the statement after an operation with an unknown outcome; money forms open again. */
export async function action({ params, context }: ActionFunctionArgs) {
  const op = await context.operations.view(params.id!);
  if (!op) throw new Response(null, { status: 404 });
  if (op.state !== "review") return redirect(`/user/receipt/${op.id}`, 303);
  await context.operations.acknowledge(op.id);
  context.flash({ tone: "info", text: "receipt:acknowledged" });
  return redirect("/user/home", 303);
}

/** Redirects successful operations that need no receipt: QRs, slips and spins have their own pages. */
function followOn({ id, op, input, output }: OpView) {
  if (op === "createQr") throw redirect(`${qrPage(factsOf(input).bankCode)}?op=${id}`, 303);
  if (op === "uploadSlip") throw redirect("/user/slips", 303);
  if (op === "spin") throw redirect(`/user/spin/result/${id}`, 303);
  if (op !== "cancelQr") return;
  const fate = QR_FATES[String((output as { paid?: boolean | null } | null)?.paid ?? null)]!;
  throw redirect(`/user/deposit?qr=${fate}`, 303);
}

/** What a cancelled QR became: it may have been paid just before. The deposit page says so. */
const QR_FATES: Record<string, string> = { true: "paid", false: "cancelled", null: "closed" };

/** An announcement is matched or has failed after 15 minutes: who looks later was not waiting here. */
async function noteArrival({ arrivals, now }: AppLoadContext, { id, startedAt }: OpView): Promise<void> {
  const ms = now - startedAt;
  if (ms < 15 * MINUTE_MS) await arrivals.note("truewallet", id, ms);
}

const isOpen = async (context: AppLoadContext, id: string) => (await context.operations.open())?.id === id;

/** The truewallet accounts to pay announced deposits to; null if they could not be read. */
async function trueWalletAccounts({ operator }: AppLoadContext): Promise<TrueWallet[] | null> {
  const wallets = (await soft(operator.lookupDeposit()))?.wallets.filter(({ mode }) => mode === "AUTO") ?? [];
  return wallets.length > 0 ? wallets : null;
}

/** Operations that the operator has only accepted: their row in the statement tells what became of them. */
const isAccepted = ({ op, state }: OpView) =>
  state === "done" && (op === "addToWallet" || op === "withdraw" || op === "withdrawAll");

/**
 * Seconds until the next reload while it is pending: an announced deposit is matched in about 1 minute or fails after 15,
 * a bank mostly pays within the hour.
 */
function followSeconds({ op, startedAt, settled }: OpView, now: number): number | null {
  const age = now - startedAt;
  const followed = (op === "addToWallet" ? 20 : 60) * MINUTE_MS;
  if (settled === "SUCCESS" || settled === "FAILED" || age > followed) return null;
  return age > 2 * MINUTE_MS ? 30 : 5;
}

/** Seconds until the next reload: 3, after a minute 10; null if the operation is finished and its steps are known. */
function pollSeconds({ state, startedAt, legs }: OpView, now: number): number | null {
  const isChecked = legs.some((leg) => leg.state === "open") && now - startedAt < 5 * MINUTE_MS;
  if (state !== "inflight" && state !== "unknown" && !isChecked) return null;
  return now - startedAt > MINUTE_MS ? 10 : 3;
}

export default function Receipt() {
  const { op, holdings, games, closed, support, payTo, refresh, chat } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  const view = op as OpView;
  const { amount } = factsOf(view.input);
  const unpaid = payTo !== null && amount !== null && view.settled !== "SUCCESS" && view.settled !== "FAILED";
  return (
    <Sheet
      title={t(WORDS[view.op].title)}
      back="/user/home"
      close
      statesBalance
      data-poll={refresh ?? undefined}
      data-state={view.settled ?? view.state}
    >
      <SheetBody align={unpaid ? undefined : "center"}>
        {unpaid ? (
          <PayWallet amount={amount} wallets={payTo} href={`/user/receipt/${view.id}`} />
        ) : (
          <Outcome op={view} games={games} />
        )}
        <ReceiptFacts op={view} holdings={holdings} games={games} />
        <ReceiptMore op={view} games={games} />
      </SheetBody>
      <NextSteps op={view} closed={closed} support={support} chat={chat} unpaid={unpaid} />
    </Sheet>
  );
}
