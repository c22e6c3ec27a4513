import type { AppLoadContext } from "@remix-run/node";
import type { Output } from "../../../server/operator/endpoint";
import type { lookup } from "../../../server/operator/contract/lookup";
import { soft } from "~/actions";
import { plainLines } from "~/lib/plain-text";

/** The operator's support account on LINE. */
export interface Support {
  href: string;
  name: string;
}

type ContactLookup = Output<(typeof lookup)["lookupContact"]>;

/** The operator's support account; null if its link is not an https URL, because other schemes could run scripts. */
export const lineOf = ({ lineLink, lineName }: ContactLookup): Support | null =>
  URL.canParse(lineLink) && new URL(lineLink).protocol === "https:" ? { href: lineLink, name: lineName } : null;

/** Reads the operator's support account; null if the call fails. */
export async function supportOf({ operator }: AppLoadContext): Promise<Support | null> {
  const contact = await soft(operator.lookupContact());
  return contact ? lineOf(contact) : null;
}

/**
 * The data of the contact pages; `contact` is null if the call fails, or names no way to reach support. `image` is the
 * LINE link as a QR code.
 */
export async function contactPage({ operator, codes }: AppLoadContext) {
  const contact = await soft(operator.lookupContact());
  const line = contact ? lineOf(contact) : null;
  const lines = contact ? plainLines(contact.contactText) : [];
  if (!line && lines.length === 0) return { failed: true, contact: null };
  return { failed: false, contact: { lines, line: line && { ...line, image: await codes.image(line.href) } } };
}
