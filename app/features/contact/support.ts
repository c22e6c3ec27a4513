import type { AppLoadContext } from "@remix-run/node";
import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";
import { soft } from "~/actions";
import { plainLines } from "~/lib/plain-text";

/** Where a member finds help: a LINE account. */
export interface Support {
  href: string;
  name: string;
}

type ContactLookup = Output<(typeof lookup)["lookupContact"]>;

/** The operator's support account, or null when its link is no https address: the operator must not choose what a link does. */
export const lineOf = ({ lineLink, lineName }: ContactLookup): Support | null =>
  URL.canParse(lineLink) && new URL(lineLink).protocol === "https:" ? { href: lineLink, name: lineName } : null;

/** The operator's support account, or null when it cannot be read. */
export async function supportOf({ operator }: AppLoadContext): Promise<Support | null> {
  const contact = await soft(operator.lookupContact());
  return contact ? lineOf(contact) : null;
}

/** What the contact pages show; null when it could not be read. `image` is the LINE account as a QR code, drawn by us. */
export async function contactPage({ operator, codes }: AppLoadContext) {
  const contact = await soft(operator.lookupContact());
  if (!contact) return { contact: null };
  const line = lineOf(contact);
  return {
    contact: {
      lines: plainLines(contact.contactText),
      line: line && { ...line, image: await codes.image(line.href) },
    },
  };
}
