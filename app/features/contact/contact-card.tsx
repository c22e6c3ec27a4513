import type { SerializeFrom } from "@remix-run/node";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import type { contactPage } from "./support";

type Contact = SerializeFrom<Awaited<ReturnType<typeof contactPage>>>["contact"];

/** How to reach support: the operator's text, the app version, and the LINE account as a link and a QR code. */
export function ContactCard({ contact }: { contact: Contact }) {
  const { t, site, path } = useRequest();
  return (
    <>
      <header>
        <h1>{t("contact:title")}</h1>
        {contact?.lines.map((text) => (
          <p key={text} className="meta">
            {text}
          </p>
        ))}
        <p className="meta">{t("contact:version", { version: site.appVersion })}</p>
      </header>
      {!contact && (
        <Alert tone="bad" role="alert" focus>
          <p>
            {t("contact:notLoaded")} <a href={path}>{t("common:tryAgain")}</a>
          </p>
        </Alert>
      )}
      {contact?.line && <LineCard line={contact.line} />}
    </>
  );
}

function LineCard({ line: { href, name, image } }: { line: NonNullable<NonNullable<Contact>["line"]> }) {
  const { t } = useRequest();
  return (
    <section className="card" data-variant="qr" aria-labelledby="line">
      <h2 id="line">{t("contact:line", { name })}</h2>
      <ButtonLink variant="secondary" width="full" href={href} rel="noreferrer">
        <Icon name="external" />
        {t("contact:openLine")}
      </ButtonLink>
      <img className="qr-code" src={image} width="208" height="208" alt={t("contact:lineQr", { name })} />
    </section>
  );
}
