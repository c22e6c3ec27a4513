import type { Markup as Clean } from "../../server/context";

/** HTML of the operator. The element is one that a stray `</li>` or `<li>` in it cannot close. */
export const Markup = ({ html }: { html: Clean }) => (
  <section className="markup" dangerouslySetInnerHTML={{ __html: html }} />
);
