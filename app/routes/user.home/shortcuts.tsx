import { Icon, type IconName } from "~/ui/icon";
import { useT, type TextKey } from "~/ui/request";

const LINKS: { href: string; icon: IconName; text: TextKey }[] = [
  { href: "/user/transfer", icon: "transfer", text: "common:navTransfer" },
  { href: "/user/transfer/all?to=wallet", icon: "wallet", text: "home:gather" },
  { href: "/user/deposit?by=qr", icon: "qr", text: "deposit:tabQr" },
  { href: "/user/slips?from=home", icon: "upload", text: "statement:sendSlip" },
];

/** The tiles under the balance. */
export function Shortcuts() {
  const t = useT();
  return (
    <nav className="quick" aria-label={t("home:shortcuts")}>
      {LINKS.map(({ href, icon, text }) => (
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
