import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";

/** Where a member finds help. */
export interface Support {
  href: string;
  name: string;
}

/** The operator's support contact, or null when it cannot be read or is no web address. */
export async function supportOf({ operator }: AppLoadContext): Promise<Support | null> {
  const contact = await soft(operator.lookupContact());
  return contact?.lineLink.startsWith("https://") ? { href: contact.lineLink, name: contact.lineName } : null;
}
