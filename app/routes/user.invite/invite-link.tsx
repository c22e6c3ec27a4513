import { ButtonLink } from "~/ui/button";
import { copies } from "~/ui/copies";
import { Icon } from "~/ui/icon";
import { useT } from "~/ui/request";

interface Props {
  link: string;
  /** Its QR code. */
  image: string;
}

/**
 * The link that friends register by: to select or copy, to send, and as a QR code. Sending opens LINE, or what the phone
 * offers where scripts run.
 */
export function InviteLink({ link, image }: Props) {
  const t = useT();
  const line = `https://line.me/R/share?text=${encodeURIComponent(t("invite:shareText", { link }))}`;
  return (
    <section className="section" aria-labelledby="link">
      <h2 id="link">{t("invite:link")}</h2>
      <p className="meta">{t("invite:linkHelp")}</p>
      <div className="field-control">
        <input type="text" aria-labelledby="link" readOnly value={link} />
        <button className="icon-button" {...copies(link, t)} aria-label={t("invite:copy")}>
          <Icon name="copy" />
        </button>
      </div>
      <ButtonLink
        variant="secondary"
        width="full"
        href={line}
        target="_blank"
        rel="noopener noreferrer"
        data-share={link}
      >
        <Icon name="share" />
        {t("invite:send")}
      </ButtonLink>
      <div className="card" data-variant="scan">
        <img className="qr-code" src={image} width="208" height="208" alt={t("invite:qr")} />
        <p className="meta">{t("invite:qrHelp")}</p>
      </div>
    </section>
  );
}
