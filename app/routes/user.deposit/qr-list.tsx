import type { QrProvider } from "~/features/deposit/channels";
import { BankMark } from "~/ui/bank-row";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

/** The QR providers, with their minimum amounts. */
export function QrList({ providers }: { providers: QrProvider[] }) {
  const { t, money } = useRequest();
  return (
    <section className="section" aria-labelledby="qr">
      <h2 id="qr">{t("qr:choose")}</h2>
      <ul className="list">
        {providers.map(({ code, minimum }) => (
          <li key={code}>
            <a className="row" href={`/user/deposit/qr/${code}`}>
              <BankMark code={code} />
              <div className="row-main">
                <p className="row-title">{t(`qr:name${code}`)}</p>
                <p className="row-meta">{t("qr:from", { amount: money(minimum) })}</p>
              </div>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
      <p className="meta">{t("qr:anyApp")}</p>
    </section>
  );
}
