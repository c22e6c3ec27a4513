import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { writeFault, soft } from "~/actions";
import { gameIn, gamePage } from "~/features/games/game";
import { message } from "~/lib/message";
import { Alert, HeroMark } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { RouteHandle } from "~/root";

export const handle: RouteHandle = { title: "games:openAccount", back: "/user/home" };

/** Opens a game account; redirects to the game's page if it is already open. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const game = gameIn(await context.operator.getWallet(), params.code!);
  if (game.isActive) throw redirect(gamePage(game.code), 303);
  return { name: game.name, category: game.category };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const code = params.code!;
  const outcome = await context.account.activateSlot({ slotCode: code });
  const already = outcome.kind === "refused" && outcome.code === "SLOT_ALREADY_ACTIVE";
  const failure = already ? null : writeFault(context, outcome, "games:openFailed");
  const name = await nameOfOpen(context, code);
  // Without an answer, the account may have been opened anyway: the wallet tells.
  if (failure && name === null) return json({ failure: failure.text }, { status: failure.status });
  context.flash({ tone: "good", text: message("games:opened", { game: name ?? code }) });
  return redirect(gamePage(code), 303);
}

/** The name of the game account if it is open; null if not, or if the wallet could not be read. */
async function nameOfOpen(context: AppLoadContext, code: string) {
  const wallet = await soft(context.operator.getWallet());
  return wallet?.slots.find((slot) => slot.code === code && slot.isActive)?.name ?? null;
}

export default function OpenGameAccount() {
  const { name, category } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t, translateMessage } = useRequest();
  return (
    <Sheet title={name} back="/user/home">
      <form method="post">
        <CsrfToken />
        <SheetBody align="center">
          {answer && (
            <Alert tone="bad" role="alert" focus>
              {translateMessage(answer.failure)}
            </Alert>
          )}
          <HeroMark tone="info" icon={category} />
          <div className="stack" data-gap="small">
            <h2 className="title">{t("games:openTitle", { game: name })}</h2>
            <p>{t("games:openLead")}</p>
          </div>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("games:openAccount")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
