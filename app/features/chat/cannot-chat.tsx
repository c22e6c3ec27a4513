import { AskSupport } from "~/ui/ask-support";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useRequest } from "~/ui/request";
import { SheetBody } from "~/ui/sheet";
import type { NoChat } from "./read";

/** Instead of a conversation: what happened, and other ways to reach support. */
export function CannotChat({ reason, support }: Pick<NoChat, "reason" | "support">) {
  const { t, path, trouble, translateMessage } = useRequest();
  return (
    <SheetBody align="center">
      <div className="empty" role="alert" tabIndex={-1} autoFocus>
        <HeroMark tone="warn" icon="warning" />
        <h2>{t("chat:cannotStart")}</h2>
        <p>{reason === "off" ? t("chat:off") : trouble ? translateMessage(trouble) : t("chat:notLoaded")}</p>
        {reason === "failed" && (
          <ButtonLink size="large" width="full" href={path}>
            {t("common:tryAgain")}
          </ButtonLink>
        )}
        {support ? (
          <ButtonLink variant="secondary" width="full" href={support.href} rel="noreferrer">
            {t("common:contactSupport", { name: support.name })}
          </ButtonLink>
        ) : (
          <AskSupport look="button" />
        )}
      </div>
    </SheetBody>
  );
}
