import type { Support } from "./support";
import { useT } from "~/ui/request";

/** The way to the people who help, where the operator has told it. */
export function SupportLink({ support }: { support: Support | null }) {
  const t = useT();
  if (!support) return null;
  return (
    <a href={support.href} rel="noreferrer">
      {t("common:contactSupport", { name: support.name })}
    </a>
  );
}
