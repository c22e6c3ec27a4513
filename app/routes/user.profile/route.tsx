import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { changedIn, detailsOf, keepUnanswered, PROFILE } from "~/features/profile/details";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { Icon } from "~/ui/icon";
import { NotLoaded } from "~/ui/not-loaded";
import { useT } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { AccountCard } from "./account-card";
import { BankCard } from "./bank-card";
import { Security } from "./security";

export const handle: RouteHandle = { title: "profile:title" };

export async function loader({ context }: LoaderFunctionArgs) {
  const read = await soft(context.operator.getProfile());
  if (!read) return { failed: true, person: null, account: null, unanswered: null };
  const { profile, bankAccount } = read;
  return {
    failed: false,
    person: profile,
    account: bankAccount?.bankAccountNo.trim() ? bankAccount : null,
    unanswered: unansweredBy(context, detailsOf(read)),
  };
}

/**
 * Of a change whose answer was lost: whether what stands there now is what was sent. Null if there was none. As long as it
 * differs, it is compared again with each look.
 */
function unansweredBy(context: AppLoadContext, stands: ReturnType<typeof detailsOf>) {
  const { unanswered, ...sent } = context.takeDraft(PROFILE);
  if (!unanswered) return null;
  const isThere = changedIn(stands, sent).length === 0;
  if (!isThere) keepUnanswered(context, sent);
  return { isThere };
}

export default function Profile() {
  const { person, account, unanswered } = useLoaderData<typeof loader>();
  const t = useT();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        {person ? (
          <header className="row" data-variant="plain">
            <span className="mark" data-tone="info">
              <Icon name="profile" />
            </span>
            <h1 className="row-main">{person.name || t("profile:title")}</h1>
            <PasswordLink size="small" />
          </header>
        ) : (
          <h1 className="visually-hidden">{t("profile:title")}</h1>
        )}
        {unanswered && (
          <Alert tone={unanswered.isThere ? "info" : "warn"} role="alert" focus>
            <strong>{t("profile:unsure")}</strong>
            <p>{t(unanswered.isThere ? "profile:standsNew" : "profile:standsOther")}</p>
            {!unanswered.isThere && (
              <p>
                <a className="link" href={PROFILE}>
                  {t("profile:lookAgain")}
                </a>
              </p>
            )}
          </Alert>
        )}
        {person ? (
          <>
            <AccountCard person={person} />
            <BankCard account={account} />
          </>
        ) : (
          <NotLoaded title={t("profile:notLoaded")} />
        )}
        <Security>{!person && <PasswordLink width="full" />}</Security>
      </main>
    </Hub>
  );
}

/** The way to the page that changes the password. It needs nothing of the profile, so it is there without one, too. */
function PasswordLink(look: { size?: "small"; width?: "full" }) {
  const t = useT();
  return (
    <ButtonLink variant="secondary" href="/user/profile/password" {...look}>
      <Icon name="lock" />
      {t("profile:changePassword")}
    </ButtonLink>
  );
}
