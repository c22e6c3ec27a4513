import { copies } from "./copies";
import { Icon } from "./icon";
import { useT } from "./request";

/** A number or amount to use in another app: one tap selects all of it; with scripts, a button copies it bare. */
export function CopyFigure({ children }: { children: string }) {
  const t = useT();
  const digits = children.replace(/[^\d.]/g, "");
  return (
    <div className="card-figure">
      <code>{children}</code>
      <button className="button" data-variant="secondary" data-size="small" {...copies(digits, t)}>
        <Icon name="copy" />
        {t("common:copy")}
        <span className="visually-hidden"> {digits}</span>
      </button>
    </div>
  );
}
