import type { SerializeFrom } from "@remix-run/node";
import { formatDateTime } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { useAppName } from "~/ui/app-name";
import { ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icon";
import { Markup } from "~/ui/markup";
import { useRequest } from "~/ui/request";
import type { contactPage } from "./support";

type ContactData = SerializeFrom<Awaited<ReturnType<typeof contactPage>>>;
type Contact = NonNullable<ContactData["contact"]>;

/** How to reach support: the operator's text, the app version, the chat, and the LINE account as a link and a QR code. */
export function ContactCard({ contact, chats, isOld, asOf }: ContactData) {
  const { t, locale, site, path, member } = useRequest();
  return (
    <>
      <header>
        <h1>{t("contact:title")}</h1>
        {contact && <Markup html={contact.text} />}
        <p className="meta">{t("contact:version", { version: site.appVersion })}</p>
      </header>
      {!contact && (
        <Alert tone="bad" role="alert" focus>
          <p>
            {t("contact:notLoaded")} <a href={path}>{t("common:tryAgain")}</a>
          </p>
        </Alert>
      )}
      {contact && isOld && (
        <Alert tone="warn" role="status">
          <p>
            {asOf === null ? t("contact:old") : t("contact:oldAsOf", { time: formatDateTime(asOf, site.timeZone) })}{" "}
            <a href={path}>{t("common:tryAgain")}</a>
          </p>
        </Alert>
      )}
      {chats && (
        <Way
          href={`${member ? "/user/chat" : "/chat"}#newest`}
          icon="chat"
          title={t("contact:chat")}
          more={t("contact:chatMore")}
        />
      )}
      {contact?.line && <LineCard line={contact.line} />}
      <Way href="/howto" icon="video" title={t("howto:title", { name: useAppName() })} more={t("contact:howtoMore")} />
      {site.brand?.links.map(({ href, text }) => (
        <Way key={href} href={href} icon="external" title={text[locale]} more={new URL(href).host} />
      ))}
    </>
  );
}

/** A card that leads to another page. */
function Way({ href, icon, title, more }: { href: string; icon: IconName; title: string; more: string }) {
  return (
    <a className="row list" href={href}>
      <span className="mark" data-tone="info">
        <Icon name={icon} />
      </span>
      <span className="row-main">
        <strong>{title}</strong>
        <br />
        <span className="row-meta">{more}</span>
      </span>
      <Icon name="next" />
    </a>
  );
}

function LineCard({ line: { href, name, image } }: { line: NonNullable<Contact["line"]> }) {
  const { t } = useRequest();
  return (
    <section className="card" data-variant="scan" aria-labelledby="line">
      <h2 id="line">{t("contact:line", { name })}</h2>
      <ButtonLink variant="secondary" width="full" href={href} rel="noreferrer">
        <Icon name="external" />
        {t("contact:openLine")}
      </ButtonLink>
      <img className="qr-code" src={image} width="208" height="208" alt={t("contact:lineQr", { name })} />
    </section>
  );
}
