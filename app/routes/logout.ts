import { redirect, type ActionFunctionArgs } from "@remix-run/node";

/** Only POST signs out: links and images on other pages cannot. */
export const loader = () => redirect("/");

export async function action({ context }: ActionFunctionArgs) {
  if (!(await context.session.signOut())) context.flash({ tone: "warn", text: "login:copiesEndLater" });
  return redirect("/login", 303);
}
