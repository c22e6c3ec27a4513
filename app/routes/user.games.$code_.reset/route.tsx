import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { writeFault } from "~/actions";
import { gamePage, openGameIn } from "~/features/games/game";
import { Alert, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "games:reset", back: "/user/home" };

/** Asks before the password of a game is replaced: apps that know the old one stop working. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await context.protection.admit({ kind: "play" });
  const { code, name } = openGameIn(await context.operator.getWallet(), params.code!);
  return { code, name };
}

/** Replaces the password and leads to the new one. */
export async function action({ params, context }: ActionFunctionArgs) {
  const code = params.code!;
  await context.protection.admit({ kind: "play" });
  const outcome = await context.account.resetSlotPassword({ slotCode: code });
  const isUnknown = outcome.kind === "unknown";
  const failure = writeFault(context, outcome, isUnknown ? "games:resetUnknown" : "games:resetNotSent");
  if (failure) return json({ text: failure.text, isUnknown }, { status: failure.status });
  context.flash({ tone: "good", text: "games:resetDone" });
  context.asked.note({ what: "credentials", code });
  return redirect(`${gamePage(code)}/credentials`, 303);
}

export default function ResetPassword() {
  const { code, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage } = useRequest();
  return (
    <Sheet title={t("games:reset")} back={gamePage(code)} close>
      <form method="post">
        <CsrfToken />
        <SheetBody align="center">
          {answer && (
            <Alert tone="bad" role="alert" focus>
              <p>{translateMessage(answer.text)}</p>
            </Alert>
          )}
          <HeroMark tone="bad" icon="warning" />
          <div className="stack" data-gap="small">
            <h2 className="title">{t("games:resetAsk", { game: name })}</h2>
            <p>{t("games:resetWarning")}</p>
          </div>
        </SheetBody>
        <SheetFoot>
          {answer?.isUnknown ? (
            // What the password is now must be seen before it is replaced once more.
            <Button variant="secondary" size="large" width="full" formAction={`${gamePage(code)}/credentials`}>
              {t("games:showCredentials")}
            </Button>
          ) : (
            <Button variant="danger" size="large" width="full">
              {t("games:reset")}
            </Button>
          )}
          <ButtonLink variant="quiet" width="full" href={gamePage(code)}>
            {t("games:resetKeep")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
