import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

/** Who offers the service and to whom, and help lines for people whose playing causes trouble. */
export function Protection() {
  const { t, site } = useRequest();
  return (
    <section className="stack" data-gap="small" aria-labelledby="help">
      <h2 id="help">{t("contact:help")}</h2>
      <p>{t("contact:helpMore", { age: site.minAge })}</p>
      <ul className="list">
        {site.helplines.map(({ name, phone }) => (
          <li key={phone}>
            <a className="row" href={`tel:${phone}`}>
              <span className="mark" data-tone="info">
                <Icon name="contact" />
              </span>
              <span className="row-main">
                <strong>{name}</strong>
                <br />
                <span className="row-meta">{t("contact:helpCall", { phone })}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="meta">
        {t("contact:operator", { name: site.operatorName })}
        <br />
        {site.licenceText}
      </p>
    </section>
  );
}
