import { CsrfToken } from "~/ui/form-parts";
import { Icon, type IconName } from "~/ui/icon";
import { useT, type TextKey } from "~/ui/request";

const LINKS: { href: string; icon: IconName; text: TextKey }[] = [
  { href: "/user/transfer", icon: "transfer", text: "common:navTransfer" },
  { href: "/user/transfer/all?to=wallet", icon: "wallet", text: "home:gather" },
  { href: "/user/statement", icon: "statement", text: "common:navStatement" },
];

/** The tiles under the balance. */
export function Shortcuts() {
  const t = useT();
  return (
    <nav className="quick" aria-label={t("home:shortcuts")}>
      <form method="post" action="/user/refresh">
        <CsrfToken />
        <button type="submit">
          <span className="quick-mark">
            <Icon name="refresh" />
          </span>
          {t("home:refreshAll")}
        </button>
      </form>
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
