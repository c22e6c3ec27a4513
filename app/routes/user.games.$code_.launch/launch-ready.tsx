import type { Launch, Platform } from "../../../server/providers/launch";
import { gamePage } from "~/features/games/game";
import { HeroMark, Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest, type TextKey } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

type Ready = Exclude<Launch, { kind: "failed" }>;

interface Props {
  code: string;
  name: string;
  /** Minor units that have just been moved into the game; null: none. */
  moved: number | null;
  launch: Ready;
}

const PLATFORM: Record<Platform, TextKey> = { web: "games:onWeb", android: "games:onAndroid", ios: "games:onIos" };

/** Whether the game opens without a press. */
const opensItself = ({ kind, notice }: Ready) => notice === null && (kind === "link" || kind === "form");

function titleOf(launch: Ready): TextKey {
  if (launch.kind === "by-hand") return "games:byHand";
  if (launch.kind === "choice") return "games:choose";
  return opensItself(launch) ? "games:ready" : "games:readFirst";
}

/**
 * The way into the game. Browsers follow a link by themselves, and with scripts send a form; both also have one large
 * button, and with a notice the member goes on after reading it.
 */
export function LaunchReady({ code, name, moved, launch }: Props) {
  const { t, money } = useRequest();
  const back = gamePage(code);
  return (
    <Sheet title={name} back={back} bare>
      <SheetBody align="center">
        <HeroMark tone="play" icon="video" />
        <div className="stack" data-gap="small">
          <h2 className="title">{t(titleOf(launch), { game: name })}</h2>
          {moved !== null && <p>{t("games:moved", { amount: money(moved), game: name })}</p>}
          {launch.kind === "by-hand" && <p className="meta">{t("games:byHandMore")}</p>}
          {opensItself(launch) && <p className="meta">{t("games:readyMore")}</p>}
        </div>
        {launch.notice !== null && (
          <Alert tone="info">
            <p>{launch.notice}</p>
          </Alert>
        )}
      </SheetBody>
      <SheetFoot>
        <Way code={code} launch={launch} />
        <ButtonLink variant="quiet" width="full" href={back}>
          {t("games:backToGame", { game: name })}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}

function Way({ code, launch }: { code: string; launch: Ready }) {
  const { t } = useRequest();
  const look = { variant: "play", size: "large", width: "full" } as const;
  switch (launch.kind) {
    case "link":
      return (
        <ButtonLink {...look} href={launch.url} rel="noreferrer">
          {t("games:enter")}
        </ButtonLink>
      );
    case "form":
      return (
        <form
          method="post"
          action={launch.action}
          rel="noreferrer"
          data-launch={launch.notice === null ? "" : undefined}
        >
          {launch.fields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button {...look}>{t("games:enter")}</Button>
        </form>
      );
    case "choice":
      return launch.links.map(({ platform, url }, index) => (
        <ButtonLink key={platform} {...look} variant={index === 0 ? "play" : "secondary"} href={url} rel="noreferrer">
          {t(PLATFORM[platform])}
        </ButtonLink>
      ));
    case "by-hand":
      return (
        <form method="post" action={`${gamePage(code)}/credentials`}>
          <CsrfToken />
          <Button {...look}>{t("games:showCredentials")}</Button>
        </form>
      );
  }
}
