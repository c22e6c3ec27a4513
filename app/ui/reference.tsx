import { copies } from "./copies";
import { Icon } from "./icon";
import { useT } from "./request";

interface Props {
  children: string;
  /** Page of what it refers to. */
  href?: string;
}

/** A reference to read out: one tap selects all of it; with scripts, a button copies it. */
export function Reference({ children, href }: Props) {
  const t = useT();
  return (
    <span className="reference">
      {href ? (
        <a href={href}>
          <code>{children}</code>
        </a>
      ) : (
        <code>{children}</code>
      )}
      <button className="icon-button" {...copies(children, t)}>
        <Icon name="copy" size="small" />
        <span className="visually-hidden">
          {t("common:copy")} {children}
        </span>
      </button>
    </span>
  );
}
