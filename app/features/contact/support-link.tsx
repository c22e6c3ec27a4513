import type { Support } from "./support";
import { AskSupport } from "~/ui/ask-support";
import { useT } from "~/ui/request";

/** Link to the operator's support; if its account is unknown, to the page that looks for it again. */
export function SupportLink({ support }: { support: Support | null }) {
  const t = useT();
  if (!support) return <AskSupport />;
  return (
    <a href={support.href} rel="noreferrer">
      {t("common:contactSupport", { name: support.name })}
    </a>
  );
}
