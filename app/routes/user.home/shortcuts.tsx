import { Icon, type IconName } from "~/ui/icon";
import { useRequest, type TextKey } from "~/ui/request";

/** The providers of QR codes take baht. */
const QR = "/user/deposit?by=qr";

const LINKS: { href: string; icon: IconName; text: TextKey }[] = [
  { href: "/user/transfer", icon: "transfer", text: "common:navTransfer" },
  { href: "/user/transfer/all?to=wallet", icon: "wallet", text: "home:gather" },
  { href: QR, icon: "qr", text: "deposit:tabQr" },
  { href: "/user/slips?from=home", icon: "upload", text: "statement:sendSlip" },
];

/** The tiles under the balance. */
export function Shortcuts() {
  const { t, member } = useRequest();
  const links = member?.currency === "LAK" ? LINKS.filter(({ href }) => href !== QR) : LINKS;
  return (
    <nav className="quick" aria-label={t("home:shortcuts")}>
      {links.map(({ href, icon, text }) => (
        <a key={href} href={href}>
          <span className="quick-mark">
            <Icon name={icon} />
          </span>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
