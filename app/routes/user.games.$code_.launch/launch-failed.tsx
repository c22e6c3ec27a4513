import { gamePage } from "~/features/games/game";
import { Alert, HeroMark } from "~/ui/alert";
import { WayOnFor } from "~/ui/ask-support";
import { Button, ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

interface Props {
  code: string;
  name: string;
  /** Minor units that have just been moved into the game; null: none. */
  moved: number | null;
  /** Message key. */
  text: string;
}

/** The game did not open. What was moved before stays in it, and only the opening is tried again. */
export function LaunchFailed({ code, name, moved, text }: Props) {
  const { t, translateMessage, money } = useRequest();
  return (
    <Sheet title={name} back={gamePage(code)}>
      <form method="post">
        <CsrfToken />
        <SheetBody align="center">
          {moved !== null && (
            <>
              <HeroMark tone="good" icon="success" />
              <h2 className="title">{t("games:moved", { amount: money(moved), game: name })}</h2>
            </>
          )}
          <Alert tone="bad" role="alert" focus>
            <strong>{t("games:notOpened", { game: name })}</strong>
            <p>
              {translateMessage(text)} {t("games:moneyStays")} <WayOnFor error={text} />
            </p>
          </Alert>
        </SheetBody>
        <SheetFoot>
          <Button variant="play" size="large" width="full">
            {t("games:playAgain")}
          </Button>
          <ButtonLink variant="quiet" width="full" href={gamePage(code)}>
            {t("games:backToGame", { game: name })}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
