import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { useT } from "./request";

export type Tone = "good" | "bad" | "warn" | "info" | "play";

const ICON: Record<Tone, IconName> = { good: "success", bad: "failed", warn: "warning", info: "info", play: "coin" };

/** A notice inside the page. */
export function Alert({
  tone,
  role,
  className,
  focus,
  children,
}: {
  tone: Tone;
  role?: "alert" | "status";
  className?: string;
  /** Takes the focus when the page opens, so that keyboards and screen readers reach it first. */
  focus?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={className ? `alert ${className}` : "alert"}
      data-tone={tone}
      role={role}
      tabIndex={focus ? -1 : undefined}
      autoFocus={focus}
    >
      <Icon name={ICON[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** The message that the previous request left in the session, or a result in the page. */
export function Flash({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className="flash" role="status" data-tone={tone}>
      <Icon name={ICON[tone]} />
      <div>{children}</div>
    </div>
  );
}

/**
 * A message that floats for 4 s; a link in the page shows it again. It takes the focus, because screen readers do not
 * announce what a page begins with.
 */
export function Toast({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <div className="toasts">
        <div id="message" tabIndex={-1} autoFocus>
          {children}
        </div>
      </div>
      <aside className="meta" data-align="center" aria-label={t("common:messageAgain")}>
        <a className="link" href="#message">
          {t("common:messageAgain")}
        </a>
      </aside>
    </>
  );
}

/** The large icon of a result page. */
export function HeroMark({ tone, icon }: { tone: Tone; icon?: IconName }) {
  return (
    <span className="mark" data-size="hero" data-tone={tone}>
      <Icon name={icon ?? ICON[tone]} />
    </span>
  );
}

/** A status with word and icon: colour alone never tells it. */
export function Badge({ tone, icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
