import { copies } from "./copies";
import { Icon } from "./icon";
import { useT } from "./request";

interface Props {
  children: string;
  /** Page of what it refers to. */
  href?: string;
  /** What the button copies, if it is spelled otherwise than shown. */
  copied?: string;
}

/** A reference or number to read out: one tap selects all of it; with scripts, a button copies it. */
export function Reference({ children, href, copied = children }: Props) {
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
      <button className="icon-button" {...copies(copied, t)}>
        <Icon name="copy" size="small" />
        <span className="visually-hidden">
          {t("common:copy")} {copied}
        </span>
      </button>
    </span>
  );
}
