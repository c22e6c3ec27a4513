import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageHeaders } from "~/actions";
import { gamePage, keepAmount, openGameIn } from "~/features/games/game";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { copies } from "~/ui/copies";
import { CsrfToken } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "games:credentials", back: "/user/home" };
export const headers = pageHeaders;

/** Seconds that a password can be read. With scripts, `app/enhance/reveal.ts` hides it again. */
const SHOWN_SECONDS = 30;

/** Shows the credentials that the member has just asked for, once; others are led to the game's page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = params.code!;
  const asked = context.asked.take("credentials", code);
  if (!asked) throw redirect(gamePage(code), 303);
  // Also what was asked before a break, and what a new password leads to.
  await context.protection.admit({ kind: "play" });
  const { name } = openGameIn(await context.operator.getWallet(), code);
  const limited = await context.limit("credentials", context.requireMember().id);
  if (limited !== null) {
    const headers = { "Retry-After": String(limited) };
    return json({ code, name, failed: true, plain: false, credentials: null }, { status: 429, headers });
  }
  const { username, password } = await context.operator.getSlotAccount({ slotCode: code });
  const plain = asked.detail === "plain";
  return json(
    { code, name, failed: false, plain, credentials: { username, password } },
    { headers: plain ? { Refresh: `${SHOWN_SECONDS};url=${gamePage(code)}` } : undefined },
  );
}

/** The member asks for the credentials; the page with them can be shown once. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const code = params.code!;
  const form = await request.formData();
  const plain = form.has("plain");
  keepAmount(context, gamePage(code), form);
  await context.protection.admit({ kind: "play" });
  context.asked.note({ what: "credentials", code, detail: plain ? "plain" : undefined });
  return redirect(`${gamePage(code)}/credentials`, 303);
}

export default function Credentials() {
  const { code, name, plain, credentials } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Sheet title={t("games:credentials")} back={gamePage(code)}>
      <SheetBody>
        <p>{t("games:credentialsOf", { game: name })}</p>
        {credentials ? (
          <Secrets {...credentials} plain={plain} />
        ) : (
          <Alert tone="bad" role="alert" focus>
            <p>{t("errors:REQUEST_LIMIT")}</p>
          </Alert>
        )}
      </SheetBody>
      <SheetFoot>
        <ButtonLink variant="secondary" width="full" href={gamePage(code)}>
          {t("games:backToGame", { game: name })}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}

interface SecretsProps {
  username: string;
  password: string;
  /** Whether the password can be read at once, because no script shows it. */
  plain: boolean;
}

/** The fields have no names: nothing sends them. */
function Secrets({ username, password, plain }: SecretsProps) {
  const { t } = useRequest();
  return (
    <>
      <div className="field">
        <label className="field-label" htmlFor="username">
          {t("games:username")}
        </label>
        <div className="field-control">
          <input id="username" readOnly value={username} autoComplete="off" />
          <button
            className="icon-button"
            {...copies(username, t)}
            aria-label={`${t("common:copy")} ${t("games:username")}`}
          >
            <Icon name="copy" />
          </button>
        </div>
      </div>
      <form className="field" method="post">
        <CsrfToken />
        <input type="hidden" name="plain" value="1" />
        <label className="field-label" htmlFor="password">
          {t("games:password")}
        </label>
        <p className="field-hint" id="password-hint">
          {t("games:shownFor", { seconds: SHOWN_SECONDS })}
        </p>
        <div className="field-control">
          <input
            id="password"
            type={plain ? "text" : "password"}
            readOnly
            value={password}
            autoComplete="off"
            aria-describedby="password-hint"
          />
          <button
            className="icon-button"
            {...copies(password, t)}
            data-copied={t("games:passwordCopied")}
            aria-label={`${t("common:copy")} ${t("games:password")}`}
          >
            <Icon name="copy" />
          </button>
        </div>
        {!plain && (
          <Button variant="secondary" data-reveal="password" aria-pressed="false">
            <Icon name="show" />
            {t("common:showPassword")}
          </Button>
        )}
      </form>
    </>
  );
}
