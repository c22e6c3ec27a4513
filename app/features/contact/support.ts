import type { AppLoadContext } from "@remix-run/node";
import type { ContactLookup } from "../../../server/operator/last-contact";
import { soft } from "~/actions";
import { webAddress } from "~/lib/web-address";

/** The operator's support account on LINE. */
export interface Support {
  href: string;
  name: string;
}

/** The operator's support account; null if its link is not a plain https address. */
export const lineOf = ({ lineLink, lineName }: ContactLookup): Support | null =>
  webAddress(lineLink)?.protocol === "https:" ? { href: lineLink, name: lineName } : null;

/** How to reach support: what the operator says, or else said last, or else the settings; null if nobody says. */
export async function knownContact({ operator, lastContact }: AppLoadContext) {
  // A closed service answers nothing, which is no reason not to say how to reach support.
  return lastContact.settle(await soft(operator.lookupContact()).catch(() => undefined));
}

/** The operator's support account; null if it has none. */
export async function supportOf({ operator, lastContact }: AppLoadContext): Promise<Support | null> {
  const known = lastContact.settle(await soft(operator.lookupContact()));
  return known && lineOf(known.contact);
}

/**
 * The data of the contact pages; `contact` is null if nobody says how to reach support. `image` is the LINE link as a QR
 * code. `asOf`: when the operator last answered, in epoch milliseconds, if it does not now.
 */
export async function contactPage(context: AppLoadContext) {
  const { operator, codes, markup, lastContact } = context;
  const [answer, widget] = await Promise.all([soft(operator.lookupContact()), soft(operator.lookupEnableChatWidget())]);
  const known = lastContact.settle(answer);
  const chats = widget?.enableChatWidget ?? false;
  if (!known) return { failed: !chats, chats, isOld: false, asOf: null, contact: null };
  const line = lineOf(known.contact);
  const text = markup(known.contact.contactText);
  const contact = { text, line: line && { ...line, image: await codes.image(line.href) } };
  return { failed: false, chats, isOld: answer === undefined, asOf: known.asOf, contact };
}
