import { AskSupport } from "./ask-support";
import { ButtonLink } from "./button";
import { HeroMark } from "./alert";
import { TopBar } from "./hub";
import { Reference } from "./reference";
import { useRequest } from "./request";

/** The page for 404 and unexpected errors. It says that the money is safe, and has two links. */
export function ErrorPage({ status }: { status: number }) {
  const { t, member, requestId, path, trouble, translateMessage } = useRequest();
  const home = member ? "/user/home" : "/login";
  const reference = (
    <p className="meta">
      {t("common:reference")} <Reference>{requestId}</Reference>
    </p>
  );
  if (status === 404) {
    return (
      <>
        <TopBar ground="paper" />
        <main className="page" data-align="center" id="main">
          <HeroMark tone="info" />
          <div className="stack" data-gap="small">
            <h1 className="title">{t("common:notFoundTitle")}</h1>
            <p>{trouble ? translateMessage(trouble) : t("common:notFoundBody")}</p>
            {reference}
          </div>
          <div className="stack" data-gap="small">
            <ButtonLink size="large" width="full" href={home}>
              {t("common:goHome")}
            </ButtonLink>
            <AskSupport look="button" />
          </div>
        </main>
      </>
    );
  }
  return (
    <>
      <TopBar ground="paper" />
      <main className="page" data-align="center" id="main">
        <HeroMark tone="bad" icon="warning" />
        <div className="stack" data-gap="small">
          <h1 className="title">{t("common:errorTitle")}</h1>
          {trouble && <p>{translateMessage(trouble)}</p>}
          <p>{t("common:errorBody")}</p>
          {reference}
        </div>
        <div className="stack" data-gap="small">
          <ButtonLink size="large" width="full" href={path}>
            {t("common:tryAgain")}
          </ButtonLink>
          {member && (
            <ButtonLink variant="secondary" width="full" href="/user/statement">
              {t("common:checkStatement")}
            </ButtonLink>
          )}
        </div>
      </main>
    </>
  );
}
