import { redirect, type AppLoadContext, type SerializeFrom } from "@remix-run/node";
import { depositPage } from "~/features/deposit/page";
import { TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { soft } from "~/actions";
import { lastOp } from "~/features/receipt/last-op";
import { openMoneyForm } from "~/features/receipt/money-form";

/** The data of the truewallet page: announced transfers, gift links or both, whichever the operator offers. */
export async function trueWalletPage(context: AppLoadContext, query: URLSearchParams) {
  const reading = soft(context.operator.getWallet());
  const [{ own: _, ...page }, last, typicalMs] = await Promise.all([
    depositPage(context, reading),
    lastOp(context, reading),
    context.arrivals.typical("truewallet"),
  ]);
  const { channels } = page;
  const wallets = channels?.wallets ?? [];
  // The deposit page says that there is no channel, and links to support.
  if (channels && wallets.length === 0) throw redirect("/user/deposit", 303);
  const accounts = wallets.filter(({ mode }) => mode === "AUTO");
  const gifts = accounts.length < wallets.length;
  const { by, ...asked } = Object.fromEntries(query);
  const typed: Record<string, string> = { ...asked, ...context.takeDraft(TRUE_WALLET_PAGE) };
  const view =
    gifts && (by === "gift" || "link" in typed || accounts.length === 0) ? ("gift" as const) : ("add" as const);
  return {
    ...page,
    last,
    formKey: await openMoneyForm(context, view === "gift" ? "submitTruelink" : "addToWallet"),
    view,
    both: gifts && accounts.length > 0,
    accounts,
    /** Of announced transfers: gifts arrive at once. */
    typicalMs: view === "add" ? typicalMs : null,
    typed,
  };
}

export type Page = SerializeFrom<Awaited<ReturnType<typeof trueWalletPage>>>;
