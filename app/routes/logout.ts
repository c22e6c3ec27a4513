import { redirect, type ActionFunctionArgs } from "@remix-run/node";

/** Only a post signs out: a link or an image on another page never does. */
export const loader = () => redirect("/");

export async function action({ context }: ActionFunctionArgs) {
  await context.session.signOut();
  return redirect("/login", 303);
}
