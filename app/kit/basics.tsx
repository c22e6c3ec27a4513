import { Alert, Badge, Flash, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";
import { TopBar } from "~/ui/hub";
import { iconPaths, type IconName } from "~/ui/icon-paths";
import { Icon } from "~/ui/icon";
import { LanguageMenu } from "~/ui/language-menu";
import { messageIcons } from "~/ui/message-icons";
import { useT } from "~/ui/request";
import { UnreadMessages } from "~/ui/unread-messages";
import { AsMember } from "./member";
import { Section } from "./section";

export const TONES = ["good", "bad", "warn", "info", "play"] as const;
const VARIANTS = ["secondary", "quiet", "play", "danger", "cloth", "glass"] as const;
const BUTTON_TONES = ["good", "bad", "warn", "play"] as const;

export function Buttons() {
  const t = useT();
  return (
    <Section title="Buttons">
      <Button size="large" width="full">
        {t("transfer:submit")}
      </Button>
      <div className="cluster">
        <Button>{t("transfer:submit")}</Button>
        <Button disabled>{t("transfer:submit")}</Button>
        <Button aria-busy="true">{t("transfer:submit")}</Button>
        <Button size="small">
          <Icon name="copy" size="small" />
          {t("common:copy")}
        </Button>
        <button type="button" className="icon-button" aria-label={t("common:close")}>
          <Icon name="close" />
        </button>
        <button type="button" className="icon-button" data-width="auto">
          <Icon name="refresh" size="small" />
          {t("slips:refresh")}
        </button>
      </div>
      <div className="cluster cloth">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {t("transfer:submit")}
          </Button>
        ))}
        <button type="button" className="icon-button" aria-label={t("common:close")}>
          <Icon name="close" />
        </button>
      </div>
      <div className="cluster">
        {BUTTON_TONES.flatMap((tone) =>
          (["secondary", "quiet"] as const).map((variant) => (
            <Button key={variant + tone} variant={variant} tone={tone}>
              {t("transfer:submit")}
            </Button>
          )),
        )}
      </div>
      <div className="cluster">
        <ButtonLink href="/_ui">{t("common:back")}</ButtonLink>
        <ButtonLink href="/_ui" size="small">
          {t("common:back")}
        </ButtonLink>
        {BUTTON_TONES.map((tone) => (
          <ButtonLink key={tone} href="/_ui" variant="secondary" tone={tone}>
            {t("common:back")}
          </ButtonLink>
        ))}
      </div>
      <div className="cluster cloth">
        {VARIANTS.map((variant) => (
          <ButtonLink key={variant} href="/_ui" variant={variant} size="large" width="full">
            {t("common:back")}
          </ButtonLink>
        ))}
      </div>
      <div className="button-row">
        <form method="post">
          <Button variant="secondary">{t("common:back")}</Button>
        </form>
        <Button>{t("common:tryAgain")}</Button>
      </div>
    </Section>
  );
}

export function Messages() {
  const t = useT();
  return (
    <Section title="Messages">
      {TONES.map((tone) => (
        <Alert key={tone} tone={tone}>
          <h3>{t("common:errorTitle")}</h3>
          <p>{t("common:moneySafe")}</p>
        </Alert>
      ))}
      <Alert tone="info">
        <h2>{t("common:success")}</h2>
        <time dateTime="2026-01-01">01/01/2026 00:00:00</time>
      </Alert>
      <Alert tone="info" role="status" className="stack">
        {t("login:toContinue")}
      </Alert>
      <Alert tone="bad" role="alert" focus>
        {t("slips:notLoaded")}
      </Alert>
      {TONES.map((tone) => (
        <Flash key={tone} tone={tone}>
          {t("slips:sent")}
        </Flash>
      ))}
      <div className="cluster">
        <Badge>{t("common:status")}</Badge>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} icon="success">
            {t("common:success")}
          </Badge>
        ))}
      </div>
      <div className="cluster">
        {TONES.map((tone) => (
          <HeroMark key={tone} tone={tone} />
        ))}
        <HeroMark tone="info" icon="statement" />
      </div>
    </Section>
  );
}

/** Each bar in a box of its own, so that it sticks to nothing. */
export function Bars() {
  return (
    <Section title="Bars">
      <div>
        <TopBar ground="paper" />
      </div>
      <div>
        <AsMember path="/_ui">
          <TopBar ground="cloth" form="kit" />
          <UnreadMessages />
        </AsMember>
      </div>
      <div className="cluster">
        <LanguageMenu />
        <LanguageMenu compact />
        <LanguageMenu form="kit" />
      </div>
    </Section>
  );
}

export const Icons = () => (
  <Section title="Icons">
    <ul className="cluster" lang="en">
      {(Object.keys(iconPaths) as IconName[]).map((name) => (
        <li key={name} className="cluster">
          <Icon name={name} />
          <span className="meta">{name}</span>
        </li>
      ))}
      <li className="cluster">
        <Drawing paths={messageIcons.check} />
        <Drawing paths={messageIcons.check} size="small" />
        <span className="meta">Drawing</span>
      </li>
    </ul>
  </Section>
);
