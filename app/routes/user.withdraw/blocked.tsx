import type { Support } from "~/features/contact/support";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useRequest, type TextKey } from "~/ui/request";
import { SupportLink } from "~/features/contact/support-link";

/** Why there is no form: no bank account, a bonus is held, or less than the minimum can be withdrawn. */
export type Block = "bank" | "bonus" | "little";

const TEXTS: Record<Block, [title: TextKey, more: TextKey]> = {
  bank: ["withdraw:blockedBank", "withdraw:blockedBankMore"],
  bonus: ["withdraw:blockedBonus", "withdraw:blockedBonusMore"],
  little: ["withdraw:nothing", "withdraw:nothingMore"],
};

interface Props {
  by: Block;
  support: Support | null;
  /** Minor units; null if the limits could not be read. */
  minimum: number | null;
}

/** Explains why there is no form, and leads on. */
export function Blocked({ by, support, minimum }: Props) {
  const { t, money } = useRequest();
  const [title, more] = TEXTS[by];
  return (
    <>
      <Alert tone={by === "little" ? "info" : "warn"}>
        <strong>{t(title)}</strong>
        {by === "little" ? (
          minimum !== null && <p>{t(more, { minimum: money(minimum) })}</p>
        ) : (
          <p>
            {t(more)}{" "}
            {by === "bonus" ? <a href="/user/bonus">{t("bonus:seeHeld")}</a> : <SupportLink support={support} />}
          </p>
        )}
      </Alert>
      {by === "little" && (
        <ButtonLink size="large" width="full" href="/user/deposit">
          {t("common:navDeposit")}
        </ButtonLink>
      )}
    </>
  );
}
