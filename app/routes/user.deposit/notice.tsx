import { Alert, type Tone } from "~/ui/alert";
import { useT, type TextKey } from "~/ui/request";

/**
 * What happened to a QR, by the value of `qr` in the address. It stands in the page, not in a toast: a member who misses
 * it may pay a QR that is closed.
 */
const NOTICES: Record<string, { text: TextKey; tone: Tone }> = {
  cancelled: { text: "receipt:cancelQrDone", tone: "warn" },
  paid: { text: "receipt:cancelQrPaid", tone: "good" },
  closed: { text: "receipt:cancelQrClosed", tone: "warn" },
  gone: { text: "qr:cancelGone", tone: "warn" },
  off: { text: "qr:off", tone: "warn" },
};

export function QrNotice({ about }: { about: string | null }) {
  const t = useT();
  const notice = about !== null && Object.hasOwn(NOTICES, about) ? NOTICES[about] : undefined;
  if (!notice) return null;
  return (
    <Alert tone={notice.tone} role="status">
      <p>
        <strong>{t(notice.text)}</strong>
      </p>
    </Alert>
  );
}
