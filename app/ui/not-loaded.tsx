import { HeroMark } from "./alert";
import { AskSupport } from "./ask-support";
import { ButtonLink } from "./button";
import { Reference } from "./reference";
import { useRequest } from "./request";

/** Stands in for what a page could not read: what happened, that the money is safe, and how to go on. */
export function NotLoaded() {
  const { t, path, requestId } = useRequest();
  return (
    <div className="empty" role="alert">
      <HeroMark tone="warn" icon="warning" />
      <h2>{t("common:notLoadedTitle")}</h2>
      <p>{t("common:notLoadedBody")}</p>
      <ButtonLink size="large" width="full" href={path}>
        {t("common:tryAgain")}
      </ButtonLink>
      <AskSupport look="button" />
      <p className="meta">
        {t("common:reference")} <Reference>{requestId}</Reference>
      </p>
    </div>
  );
}
