import type { Support } from "./support";
import { useT } from "~/ui/request";

/** Link to the operator's support; nothing if it is unknown. */
export function SupportLink({ support }: { support: Support | null }) {
  const t = useT();
  if (!support) return null;
  return (
    <a href={support.href} rel="noreferrer">
      {t("common:contactSupport", { name: support.name })}
    </a>
  );
}
