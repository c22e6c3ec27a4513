import { formatTime } from "~/lib/dates";
import { useRequest } from "~/ui/request";

interface Props {
  /** Epoch milliseconds; null where the operator does not say. */
  expires: number | null;
  /** The code can be saved as a picture; otherwise it is photographed from the screen. */
  saves: boolean;
}

/** A phone cannot scan its own screen: how to pay with the bank's app on this one. */
export function SamePhone({ expires, saves }: Props) {
  const { t, site } = useRequest();
  return (
    <section className="section" aria-labelledby="same-phone">
      <h2 id="same-phone">{t("qr:samePhone")}</h2>
      <ol className="timeline">
        <li>
          <strong>{t(saves ? "qr:sameSave" : "qr:sameShot")}</strong>
        </li>
        <li>
          <strong>{t("qr:sameOpen")}</strong>
          <span className="meta">{t("qr:sameOpenMore")}</span>
        </li>
        <li>
          <strong>{t("qr:sameCheck")}</strong>
          {expires !== null && (
            <span className="meta">{t("qr:sameUntil", { time: formatTime(expires, site.timeZone) })}</span>
          )}
        </li>
      </ol>
    </section>
  );
}
