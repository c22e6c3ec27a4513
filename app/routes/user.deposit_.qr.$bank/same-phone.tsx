import { formatTime } from "~/lib/dates";
import { useRequest } from "~/ui/request";

interface Props {
  /** Epoch milliseconds; null if the operator does not say. */
  expires: number | null;
  /** Whether the code can be saved as an image; otherwise the member takes a screenshot. */
  saves: boolean;
}

/** Explains how to pay with a bank app on the same phone, which cannot scan its own screen. */
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
