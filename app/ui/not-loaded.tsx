import { HeroMark } from "./alert";
import { AskSupport } from "./ask-support";
import { ButtonLink } from "./button";
import { Reference } from "./reference";
import { useRequest } from "./request";

interface Props {
  /** What could not be read. Default: the page. */
  title?: string;
  /** Where another try leads. Default: the page itself. */
  href?: string;
}

/**
 * Stands in for what a page could not read: what happened, that the money is safe, and how to go on. It takes the focus,
 * as every error does that a page begins with.
 */
export function NotLoaded({ title, href }: Props) {
  const { t, path, requestId, trouble, translateMessage } = useRequest();
  return (
    <div className="empty" role="alert" tabIndex={-1} autoFocus>
      <HeroMark tone="warn" icon="warning" />
      <h2>{title ?? t("common:notLoadedTitle")}</h2>
      <p>{trouble ? translateMessage(trouble) : t("common:notLoadedBody")}</p>
      <ButtonLink size="large" width="full" href={href ?? path}>
        {t("common:tryAgain")}
      </ButtonLink>
      <AskSupport look="button" />
      <p className="meta">
        {t("common:reference")} <Reference>{requestId}</Reference>
      </p>
    </div>
  );
}
