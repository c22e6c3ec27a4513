import type { ReactNode } from "react";
import { useAppName } from "./app-name";
import { CsrfToken } from "./form-parts";
import { Icon, type IconName } from "./icon";
import { KnownBalance } from "./known-balance";
import { LanguageMenu } from "./language-menu";
import { useRequest, type TextKey } from "./request";
import { UnreadMessages } from "./unread-messages";

const MARK =
  '<path fill="currentColor" fill-rule="evenodd" d="M12.6 1.6a2 2 0 0 1 2.8 0l11 11a2 2 0 0 1 0 2.8l-11 11a2 2 0 0 1-2.8 0l-11-11a2 2 0 0 1 0-2.8zM14 6.2 6.2 14l7.8 7.8 7.8-7.8z"/><path fill="#f2a62b" d="m14 9.5 4.5 4.5-4.5 4.5L9.5 14z"/>';

/** What the bar lies on. A page says `paper` itself: so those on cloth do not carry the styles of its hem. */
type Ground = "cloth" | "paper";

/** The top bar: service name, and for members balance and logout. On cloth, the page shows the balance itself. */
export function TopBar({ ground, form }: { ground: Ground; form?: string }) {
  const { t, member, site } = useRequest();
  const logo = site.brand?.logo;
  // An element of HTML would bring its styles into every page.
  const mark = logo ? `<image href="${logo}" width="28" height="28"/>` : MARK;
  return (
    <header className="topbar" data-ground={ground}>
      <a className="brand" href="/">
        <svg className="brand-mark" viewBox="0 0 28 28" aria-hidden="true" dangerouslySetInnerHTML={{ __html: mark }} />
        {useAppName()}
      </a>
      {ground !== "cloth" && <KnownBalance of="total" href="/user/home" />}
      <div className="topbar-actions">
        <UnreadMessages />
        <LanguageMenu form={form} />
        {member && (
          <form method="post" action="/logout">
            <CsrfToken />
            <button type="submit" className="icon-button" aria-label={t("common:logout")}>
              <Icon name="logout" />
            </button>
          </form>
        )}
      </div>
    </header>
  );
}

type Item = { href: string; icon: IconName; text: TextKey; home?: true };

const GUEST: Item[] = [
  { href: "/login", icon: "login", text: "common:navLogin" },
  { href: "/register", icon: "invite", text: "common:navRegister" },
  { href: "/howto", icon: "video", text: "common:navHowto" },
  { href: "/contact", icon: "contact", text: "common:navContact" },
];

const MEMBER: Item[] = [
  { href: "/user/profile", icon: "profile", text: "common:navProfile" },
  { href: "/user/conditions", icon: "conditions", text: "common:navConditions" },
  { href: "/user/home", icon: "home", text: "common:navHome", home: true },
  { href: "/user/statement", icon: "statement", text: "common:navStatement" },
  { href: "/user/contact", icon: "contact", text: "common:navContact" },
];

/** A page frame with top bar and bottom menu, for pages that are not tasks: home, statement, login. */
export function Hub({ ground, form, children }: { ground: Ground; form?: string; children: ReactNode }) {
  const { t, member, path } = useRequest();
  const here = path.split("?")[0];
  return (
    <div className="shell">
      <TopBar ground={ground} form={form} />
      {children}
      <nav className="bottom-nav" aria-label={t("common:mainMenu")}>
        {(member ? MEMBER : GUEST).map(({ href, icon, text, home }) => (
          <a
            key={href}
            href={href}
            className={home && "bottom-nav-home"}
            aria-current={href === here ? "page" : undefined}
          >
            <Icon name={icon} />
            {t(text)}
          </a>
        ))}
      </nav>
    </div>
  );
}
