import { redirect, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import { soft, writeFault } from "~/actions";
import { keepAmount } from "~/features/games/game";

/** A reload or a language change may request this path with GET. */
export const loader = () => redirect("/user/home", 303);

/** Makes the operator read all game balances from the providers, then redirects to the page that asked, or home. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const back = context.safeRedirect(form.get("to"));
  keepAmount(context, back, form);
  const failure = writeFault(context, await context.account.refreshSlots(), "home:refreshFailed");
  if (failure) context.flash({ tone: "bad", text: failure.text });
  else await noteRefresh(context);
  return redirect(back, 303);
}

/** Notes the time for all games whose balance can be read now; the others keep that of their last one. */
async function noteRefresh({ operator, lastKnown, now }: AppLoadContext) {
  const [wallet, known] = await Promise.all([soft(operator.getWallet()), lastKnown.read()]);
  const read = wallet?.slots.filter(({ isActive, amount }) => isActive && amount !== null) ?? [];
  const games = { ...known.games, ...Object.fromEntries(read.map(({ code }) => [code, now])) };
  await lastKnown.note({ refreshedAt: now, games });
}
