import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { writeFault } from "~/actions";

/** Nobody reads here; a language switch or a reload may come by. */
export const loader = () => redirect("/user/home", 303);

/** Asks the operator to fetch every game's balance from its provider, then shows home. */
export async function action({ context }: ActionFunctionArgs) {
  const failure = writeFault(context, await context.account.refreshSlots(), "home:refreshFailed");
  if (failure) context.flash({ tone: "bad", text: failure.text });
  return redirect("/user/home", 303);
}
