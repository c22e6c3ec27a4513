import { formatTime } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";
import type { OpenQr } from "./open-qr";

/** Leads to the open QR. `replaced`: a form on this page would replace it. */
export function OpenQrNotice({ qr, replaced }: { qr: OpenQr; replaced?: boolean }) {
  const { t, money, site } = useRequest();
  const { bank, amount, expires } = qr;
  return (
    <Alert tone="info">
      <p>
        <strong>{t("qr:open")}</strong>
        <br />
        <a href={`/user/deposit/qr/${bank}`}>
          {t(`qr:name${bank}`)}
          {amount !== null && ` · ${money(amount)}`}
        </a>
      </p>
      {expires !== null && <p className="meta">{t("qr:scanExpires", { time: formatTime(expires, site.timeZone) })}</p>}
      {replaced && <p>{t("qr:openReplaced")}</p>}
    </Alert>
  );
}
