import { Icon, type IconName } from "~/ui/icon";
import { useRequest, type TextKey } from "~/ui/request";

/** The providers of QR codes take baht. */
const QR = "/user/deposit?by=qr";

const LINKS: { href: string; icon: IconName; text: TextKey }[] = [
  { href: "/user/transfer", icon: "transfer", text: "common:navTransfer" },
  { href: "/user/transfer/all?to=wallet", icon: "wallet", text: "home:gather" },
  { href: QR, icon: "qr", text: "deposit:tabQr" },
  { href: "/user/slips?from=home", icon: "upload", text: "statement:sendSlip" },
  { href: "/user/spin", icon: "spin", text: "receipt:whatSpin" },
  { href: "/user/invite", icon: "invite", text: "invite:title" },
  { href: "/user/bonus", icon: "bonus", text: "receipt:whatBonus" },
  { href: "/user/refund", icon: "refund", text: "receipt:whatRefund" },
];

/** The tiles under the balance. `coins`: of the prize wheel; null: there is none, and its tile refreshes all games. */
export function Shortcuts({ coins }: { coins: number | null }) {
  const { t, member } = useRequest();
  const links = member?.currency === "LAK" ? LINKS.filter(({ href }) => href !== QR) : LINKS;
  return (
    <nav className="quick" aria-label={t("home:shortcuts")}>
      {links.map(({ href, icon, text }) =>
        icon === "spin" && coins === null ? (
          <button key={href} form="refresh">
            <Mark icon="refresh" />
            {t("home:refresh")}
          </button>
        ) : (
          <a key={href} href={href}>
            <Mark icon={icon} />
            {t(text)}
            {icon === "spin" && <b> {t("home:coins", { count: coins! })}</b>}
          </a>
        ),
      )}
    </nav>
  );
}

const Mark = ({ icon }: { icon: IconName }) => (
  <span className="quick-mark">
    <Icon name={icon} />
  </span>
);
