import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { writeFault } from "~/actions";

/** A reload or a language change may request this path with GET. */
export const loader = () => redirect("/user/home", 303);

/** Makes the operator read all game balances from the providers, then redirects to the home page. */
export async function action({ context }: ActionFunctionArgs) {
  const failure = writeFault(context, await context.account.refreshSlots(), "home:refreshFailed");
  if (failure) context.flash({ tone: "bad", text: failure.text });
  else await context.lastKnown.note({ refreshedAt: context.now });
  return redirect("/user/home", 303);
}
