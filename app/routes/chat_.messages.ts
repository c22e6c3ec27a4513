import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { readLivePage } from "~/features/chat/live-page";

/** The guest's conversation for the script in the browser. Once a member has signed in here, it is no page of theirs. */
export function loader(args: LoaderFunctionArgs) {
  if (args.context.member) throw redirect("/user/chat", 303);
  return readLivePage(args);
}

export { sendMessage as action } from "~/features/chat/send";
