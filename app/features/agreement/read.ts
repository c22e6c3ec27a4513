import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";

/** The operator's agreement, and what this browser's member has said to it. Null: it could not be read. */
export async function readAgreement({ operator, agreement, markup }: AppLoadContext) {
  const read = await soft(operator.lookupAgreements());
  if (!read) return null;
  const texts = read.agreements;
  return { ...agreement.of(texts), texts: texts.map(markup) };
}

/**
 * The agreement that home asks for; null: none, or not now. A first visit, which has its styles in it, does not ask: it
 * must stay small, and the stylesheet makes the next page smaller by more than this.
 */
export async function dueAgreement(context: AppLoadContext) {
  if (context.assets.css !== null) return null;
  const agreement = await readAgreement(context);
  const isEmpty = !agreement?.texts.some((text) => text.trim() !== "");
  return agreement?.asks && !isEmpty ? agreement : null;
}
