import { Icon, type IconName } from "~/ui/icon";
import { useRequest, type TextKey } from "~/ui/request";
import type { Currency } from "../../../server/config/config";

type Tile = "transfer" | "gather" | "qr" | "slip" | "spin" | "invite" | "bonus" | "refund";

const TILES: Record<Tile, { href: string; icon: IconName; text: TextKey }> = {
  transfer: { href: "/user/transfer", icon: "transfer", text: "common:navTransfer" },
  gather: { href: "/user/transfer/all?to=wallet", icon: "wallet", text: "home:gather" },
  qr: { href: "/user/deposit?by=qr", icon: "qr", text: "deposit:tabQr" },
  slip: { href: "/user/slips?from=home", icon: "upload", text: "statement:sendSlip" },
  spin: { href: "/user/spin", icon: "spin", text: "receipt:whatSpin" },
  invite: { href: "/user/invite", icon: "invite", text: "invite:title" },
  bonus: { href: "/user/bonus", icon: "bonus", text: "receipt:whatBonus" },
  refund: { href: "/user/refund", icon: "refund", text: "receipt:whatRefund" },
};

/**
 * In rows of four. What may have two lines stands at the ends of the second one: there it pushes no row down, and does not
 * lie under the mark of the bottom bar. The providers of QR codes take baht.
 */
const ORDER: Record<Currency, readonly Tile[]> = {
  BAHT: ["transfer", "gather", "qr", "slip", "spin", "bonus", "refund", "invite"],
  LAK: ["transfer", "gather", "slip", "invite", "spin", "bonus", "refund"],
};

/** The tiles under the balance. `coins`: of the prize wheel; null: there is none, and its tile refreshes all games. */
export function Shortcuts({ coins }: { coins: number | null }) {
  const { t, member } = useRequest();
  return (
    <nav className="quick" aria-label={t("home:shortcuts")}>
      {ORDER[member!.currency].map((tile) => {
        const { href, icon, text } = TILES[tile];
        return tile === "spin" && coins === null ? (
          <button key={href} form="refresh">
            <Mark icon="refresh" />
            {t("home:refresh")}
          </button>
        ) : (
          <a key={href} href={href}>
            <Mark icon={icon} />
            {t(text)}
            {tile === "spin" && <b> {t("home:coins", { count: coins! })}</b>}
          </a>
        );
      })}
    </nav>
  );
}

const Mark = ({ icon }: { icon: IconName }) => (
  <span className="quick-mark">
    <Icon name={icon} />
  </span>
);
