import { redirect, type ActionFunctionArgs } from "@remix-run/node";

/** Only POST signs out: links and images on other pages cannot. */
export const loader = () => redirect("/");

export async function action({ context }: ActionFunctionArgs) {
  await context.session.signOut();
  return redirect("/login", 303);
}
