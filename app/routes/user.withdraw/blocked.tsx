import type { Support } from "~/features/contact/support";
import { Alert } from "~/ui/alert";
import { useT } from "~/ui/request";
import { SupportLink } from "~/features/contact/support-link";

/** Explains why there is no form. */
export function Blocked({ by, support }: { by: "bonus" | "bank"; support: Support | null }) {
  const t = useT();
  return (
    <Alert tone="warn">
      <strong>{t(by === "bonus" ? "withdraw:blockedBonus" : "withdraw:blockedBank")}</strong>
      <p>{t(by === "bonus" ? "withdraw:blockedBonusMore" : "withdraw:blockedBankMore")}</p>
      {by === "bank" && <SupportLink support={support} />}
    </Alert>
  );
}
